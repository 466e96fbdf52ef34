package io.corebound.records.run;

import static io.corebound.records.Refusals.assertThatRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.records.format.AtomicFiles;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.Mean;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDirectoryTest {
  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

  @TempDir Path folder;

  @Test
  void manifestIsReadBackAsItWasWritten() {
    RunDirectory run = new RunDirectory(folder.resolve("r"));
    RunManifest manifest =
        begun()
            .with(new RunManifest.Stage("probe", State.RUNNING, "", START, null))
            .with(new RunManifest.Stage("probe", State.OK, "", START, START.plusSeconds(3)))
            .with(new RunManifest.FrozenPrediction("c", "cells/c/prediction.json", "00", START))
            .ended(State.OK, "", START.plusSeconds(9));
    run.write(manifest);
    assertThat(RunDirectory.open(run.root()).manifest()).isEqualTo(manifest);
    assertThat(manifest.stages()).hasSize(1);
  }

  private static RunManifest begun() {
    return RunManifest.begun(
            "r",
            List.of("run", "--size", "1GB"),
            "0.1",
            "abc",
            StructuredFiles.toTree(Map.of("a", 1)),
            START)
        .withSchemaVersion(1);
  }

  private static Measurement measurement(String rawFile) {
    return new Measurement(
        "s", "o", Map.of(), "all", 1, "cost", "ns/B", "", new Mean(1.5, 0.5, 3), "", rawFile);
  }

  @Test
  void measurementsThatTheRunWroteAndAreGoneAreNoticed() throws IOException {
    RunDirectory run = new RunDirectory(folder.resolve("r"));
    run.write(begun());
    assertThat(run.measurements(run.manifest())).isEmpty();
    Measurement one = measurement("raw");
    Measurement.write(run.measurementsFile(), List.of(one, one));
    run.write(begun().withMeasurementRows(2));
    assertThat(run.measurements(run.manifest())).containsExactly(one, one);

    Measurement.write(run.measurementsFile(), List.of(one));
    assertThatRefused(() -> run.measurements(run.manifest()))
        .hasMessageStartingWith(run.measurementsFile() + ": has 1 of the run's 2 rows")
        .hasMessageEndingWith("copy the run whole, or measure it again");
    Files.delete(run.measurementsFile());
    assertThatThrownBy(() -> run.measurements(run.manifest()))
        .hasMessageStartingWith(run.measurementsFile() + ": is missing; the run wrote 2 rows");
  }

  @Test
  void environmentThatTheRunWroteAndIsGoneIsNoticed() {
    RunDirectory run = new RunDirectory(folder.resolve("r"));
    run.write(begun());
    assertThat(run.environment(run.manifest())).isEmpty();
    run.write(
        begun().with(new RunManifest.Stage(RunDirectory.ENVIRONMENT, State.OK, "", START, START)));
    assertThatRefused(() -> run.environment(run.manifest()))
        .hasMessageStartingWith(run.environmentFile() + ": is missing");
  }

  @Test
  void folderWithoutManifestIsNoRun() {
    assertThatThrownBy(() -> RunDirectory.open(folder)).hasMessageContaining("not a run directory");
  }

  @Test
  void measurementsAreReadBackAsTheyWereWritten() {
    List<Measurement> rows =
        List.of(
            new Measurement(
                "sort",
                "sort",
                Map.of("records", "10", "mb", "1"),
                "all",
                1,
                "cost",
                "ns/B",
                "payload",
                new Mean(45.25, 1.25, 3),
                "abc",
                "raw/sort.json"),
            new Measurement(
                "start",
                "start.jvm",
                Map.of(),
                "wall",
                1,
                "wall",
                "s",
                "",
                Mean.alone(0.5, 1),
                "",
                "raw/\"odd\", name"));
    Path file = folder.resolve("measurements.csv");
    Measurement.write(file, rows);
    assertThat(Measurement.read(file)).isEqualTo(rows);
  }

  @Test
  void measurementsNameTheLineThatIsWrong() throws IOException {
    Path file = folder.resolve("measurements.csv");
    Measurement.write(file, List.of(measurement("")));
    Files.writeString(file, Files.readString(file).replace("1.5", "fast"));
    assertThatThrownBy(() -> Measurement.read(file))
        .hasMessageContaining(file + " line 2: not a number: ")
        .hasMessageContaining("fast");
  }

  @Test
  void measurementsThatAreCutWithinTheLastCellAreNoticed() throws IOException {
    Path file = folder.resolve("measurements.csv");
    Measurement.write(file, List.of(measurement("raw")));
    String whole = Files.readString(file);
    Files.writeString(file, whole.substring(0, whole.length() - 2));
    assertThatRefused(() -> Measurement.read(file))
        .hasMessageStartingWith(file + " line 2: is cut off: its end is missing; ")
        .hasMessageEndingWith("copy the run whole, or measure it again");
  }

  @Test
  void samplesAreReadBackAsTheyWereWritten() {
    Samples samples =
        new Samples(
            "localhost",
            "sar-cpu",
            List.of("user_percent", "idle_percent"),
            List.of(new Samples.Row(1.5e9, "all", List.of(25.0, Double.NaN))));
    assertThat(Samples.read(samples.write(folder))).isEqualTo(samples);
  }

  @Test
  void readerNeverSeesAHalfWrittenFile() throws Exception {
    Path file = folder.resolve("f");
    String small = "a".repeat(10);
    String large = "b".repeat(4_000_000);
    AtomicFiles.write(file, small);
    AtomicBoolean done = new AtomicBoolean();
    Thread writer =
        new Thread(
            () -> {
              for (int i = 0; i < 40; i++) {
                AtomicFiles.write(file, i % 2 == 0 ? large : small);
              }
              done.set(true);
            });
    writer.start();
    int reads = 0;
    while (!done.get()) {
      assertThat(Files.size(file)).isIn((long) small.length(), (long) large.length());
      reads++;
    }
    writer.join();
    assertThat(reads).isPositive();
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).containsExactly(file);
    }
  }

  @Test
  void whatAKilledProcessHadBegunIsDeletedAndNothingElse() throws IOException {
    AtomicFiles.write(folder.resolve("run.json"), "{}");
    // as Files.createTempFile names it
    Files.writeString(folder.resolve(".run.json8233011.tmp"), "{");
    Path others = Files.createFile(folder.resolve("notes.tmp"));
    AtomicFiles.deleteUnfinished(folder);
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).containsExactlyInAnyOrder(folder.resolve("run.json"), others);
    }
  }

  @Test
  void interruptedThreadWritesAndStaysInterrupted() throws IOException {
    Path file = folder.resolve("f");
    Thread.currentThread().interrupt();
    AtomicFiles.write(file, "measured");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(Files.readString(file)).isEqualTo("measured");
  }

  @Test
  void failedWriteLeavesTheOldFile() throws IOException {
    Path file = folder.resolve("f");
    AtomicFiles.write(file, "old");
    Path blocked = Files.createDirectory(folder.resolve("d"));
    Files.createFile(blocked.resolve("x"));
    assertThatThrownBy(() -> AtomicFiles.write(blocked, "text"))
        .hasMessageContaining("cannot write");
    assertThat(Files.readString(file)).isEqualTo("old");
    assertThat(blocked.resolve("x")).exists();
  }
}
