package io.corebound.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.records.config.WorkloadFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnJarTest {
  private static final String WORKLOAD =
      """
      description: a test
      source: a test
      tasks: hadoop
      sampled_tasks:
        map: own.map
        reduce: own.reduce
        profile: text-job
        job: {jar: own.jar, class: a.Own, text: day.log, check: [./check.sh, quick]}
      """;

  @TempDir Path folder;

  @BeforeEach
  void write() throws IOException {
    try (JarOutputStream jar =
        new JarOutputStream(Files.newOutputStream(folder.resolve("own.jar")))) {
      jar.putNextEntry(new ZipEntry("a/Own.class"));
      jar.closeEntry();
    }
    Files.writeString(folder.resolve("day.log"), "a line\n");
    Files.writeString(folder.resolve("check.sh"), "#!/bin/sh\n");
    Files.setPosixFilePermissions(
        folder.resolve("check.sh"), PosixFilePermissions.fromString("rwx------"));
  }

  private WorkloadFile located(String yaml) {
    Path file = folder.resolve("own.yaml");
    try {
      Files.writeString(file, yaml);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return OwnJar.located(file, StructuredFiles.readYaml(file, WorkloadFile.class));
  }

  @Test
  void pathsAreThoseBesideTheFile() {
    WorkloadFile.Job job = located(WORKLOAD).sampledTasks().job();
    assertThat(job.jar()).isEqualTo(folder.resolve("own.jar").toString());
    assertThat(job.text()).isEqualTo("as-it-is:" + folder.resolve("day.log"));
    assertThat(job.check()).containsExactly(folder.resolve("check.sh").toString(), "quick");
    assertThat(job.command()).isEqualTo("a.Own+%7Binput%7D+%7Boutput%7D");
  }

  @Test
  void workloadOfNoJarIsLeftAsItIs() {
    String hadoops =
        WORKLOAD.replaceFirst("job: .*", "job: {class: org.apache.hadoop.examples.WordCount}");
    assertThat(located(hadoops).sampledTasks().job().jar()).isNull();
  }

  @Test
  void whatCannotRunIsRefusedWithFileAndReason() throws IOException {
    refused(WORKLOAD.replace("own.jar", "none.jar"), "none.jar");
    refused(WORKLOAD.replace("own.jar", "day.log"), "not a jar");
    refused(WORKLOAD.replace("a.Own", "a.Other"), "a.Other");
    refused(WORKLOAD.replace("day.log", "night.log"), "night.log");
    refused(WORKLOAD.replace("./check.sh", "day.log"), "chmod +x");
    refused(WORKLOAD.replace("own.map", "other.map"), "'own.map'");
    refused(WORKLOAD.replace(", check: [./check.sh, quick]", ""), "check");
  }

  private void refused(String yaml, String named) {
    assertThatThrownBy(() -> located(yaml))
        .isInstanceOf(CoreboundException.class)
        .hasMessageContaining("own.yaml line ")
        .hasMessageContaining(named);
  }
}
