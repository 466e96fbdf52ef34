package io.corebound.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.hosts.process.LocalHost;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorTest {
  @TempDir Path root;

  /** As an archive's script answers, of which that of ApplicationMasters does not fit. */
  @Test
  void archivesOfLeversThatDoNotFitAreDoubtful() throws IOException {
    Path tasks = Files.writeString(root.resolve("tasks"), "[ \"$1\" = export ] && echo options");
    Path master =
        Files.writeString(
            root.resolve("master"), "echo \"corebound: $JAVA_HOME is not it\" >&2; exit 1");
    Path levers = Files.createDirectories(root.resolve("configs/lever"));
    Files.writeString(
        levers.resolve("archive.yaml"),
        """
        description: archives
        container_flags: ["$(sh %s || echo -XX:+NoArchiveOfClasses)"]
        master_flags: ["$(sh %s)"]
        """
            .formatted(tasks, master));
    Files.writeString(
        levers.resolve("c1.yaml"),
        "description: C1\ncontainer_flags: ['-XX:TieredStopAtLevel=1']\n");

    StringWriter said = new StringWriter();
    Doctor.archives(LocalHost.forQuestions(), new Installation(root), new PrintWriter(said, true));

    assertThat(said.toString())
        .containsPattern(
            "(?s)^ok +lever archive +.*tasks\\s+doubtful +lever archive.* is\\s+not\\s+it")
        .doesNotContain("c1");
  }
}
