package io.corebound.analysis.pages.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.analysis.pages.page.HtmlReport;
import io.corebound.records.run.RunContents;
import io.corebound.records.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A run of which one file is broken is reported from the rest, and the file is named. */
class BrokenFilesTest {
  @TempDir static Path folder;

  /** Every test puts back what it breaks. */
  @BeforeAll
  static void writeRun() throws IOException {
    RunFixture.whole(Files.createDirectories(folder.resolve("run")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "null", "\u0000", "a,b\n1,2\n", "a,,b\n", "\"", "[1, 2]"})
  void textThatIsNoRecordIsNamedAndTheRestIsReported(String text) throws IOException {
    for (Path file : files()) {
      byte[] whole = Files.readAllBytes(file);
      Files.writeString(file, text);
      assertNamed(file, "'" + text + "'");
      Files.write(file, whole);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.1, 0.5, 0.97})
  void recordThatWasCutIsNamedOrIsWholeAsFarAsItGoes(double share) throws IOException {
    for (Path file : files()) {
      byte[] whole = Files.readAllBytes(file);
      Files.write(file, Arrays.copyOf(whole, (int) (whole.length * share)));
      if (file.toString().endsWith(".json")) {
        assertNamed(file, "cut");
      } else {
        ReportModel.of(RunContents.read(run()));
      }
      Files.write(file, whole);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void bytesThatAreNoTextAndFoldersInAFilesPlaceAreNamed(boolean bytes) throws IOException {
    for (Path file : files()) {
      byte[] whole = Files.readAllBytes(file);
      Files.delete(file);
      if (bytes) {
        Files.write(file, new byte[] {'a', (byte) 0xff, (byte) 0xfe});
        assertNamed(file, "no text");
        Files.delete(file);
      } else if (!file.startsWith(run().samplesFolder(RunFixture.CELL))) {
        Files.createDirectory(file);
        assertNamed(file, "folder");
        Files.delete(file);
      }
      Files.write(file, whole);
    }
  }

  @Test
  void listOfSkippedOperationsThatIsNoTextIsNamed() throws IOException {
    Path skipped = run().rawFolder().resolve("micro/skipped.txt");
    Files.createDirectories(skipped.getParent());
    Files.write(skipped, new byte[] {'a', (byte) 0xff, (byte) 0xfe});
    assertThat(ReportModel.of(RunContents.read(run())).unreadable())
        .containsExactly(skipped + ": is not UTF-8 text");
    Files.delete(skipped);
  }

  private void assertNamed(Path file, String how) throws IOException {
    ReportModel model = ReportModel.of(RunContents.read(run()));
    assertThat(model.unreadable())
        .as(file + " " + how)
        .anyMatch(sentence -> sentence.startsWith(file.toString()));
    assertThat(HtmlReport.render(model.page())).contains(file.getFileName().toString());
  }

  private RunDirectory run() {
    return new RunDirectory(folder.resolve("run"));
  }

  /** Every file of a whole run that the report reads, but run.json, without which there is none. */
  private List<Path> files() throws IOException {
    RunDirectory run = run();
    Path samples = run.samplesFolder(RunFixture.CELL);
    try (Stream<Path> csv = Files.walk(samples)) {
      return Stream.concat(
              csv.filter(f -> f.toString().endsWith("sar-cpu.csv")),
              Stream.of(
                  run.environmentFile(),
                  run.measurementsFile(),
                  run.predictionFile(RunFixture.CELL),
                  run.cellFile(RunFixture.CELL)))
          .toList();
    }
  }
}
