package io.corebound.app.run;

import io.corebound.records.format.AtomicFiles;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.Prediction;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.RunManifest;
import io.corebound.records.run.State;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Keeps {@code run.json} and {@code measurements.csv} true at every moment of a run. */
public final class RunRecord {
  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);
  private final RunDirectory run;
  private final InstantSource clock;
  private final List<Measurement> measurements = new ArrayList<>();
  private RunManifest manifest;

  public RunRecord(RunDirectory run, RunManifest manifest, InstantSource clock) {
    this.run = run;
    this.manifest = manifest;
    this.clock = clock;
    run.write(manifest);
  }

  /**
   * A run that goes on, with all that it had measured, by a corebound of this version and commit.
   */
  public static RunRecord resumed(
      RunDirectory run, InstantSource clock, String version, String commit) {
    AtomicFiles.deleteUnfinished(run.root());
    run.cells().forEach(cell -> AtomicFiles.deleteUnfinished(run.cellFolder(cell)));
    RunManifest before = run.manifest();
    boolean same = before.coreboundVersion().equals(version) && before.commit().equals(commit);
    String with = same ? "" : "by corebound " + version + ", commit " + commit;
    // a run that cannot go on stays as it was
    List<Measurement> measured = run.measurements(before);
    RunRecord record = new RunRecord(run, before.resumed(clock.instant(), with), clock);
    record.measurements.addAll(measured);
    return record;
  }

  public RunManifest manifest() {
    return manifest;
  }

  public RunDirectory directory() {
    return run;
  }

  /** Writes down what was decided during the run, over what was asked for. */
  public void configure(String key, Object value) {
    update(manifest.configured(key, StructuredFiles.toTree(value)));
  }

  public void begin(String stage) {
    update(manifest.with(new RunManifest.Stage(stage, State.RUNNING, "", clock.instant(), null)));
  }

  public void end(String stage, State state, String reason) {
    Instant started =
        manifest.stages().stream()
            .filter(s -> s.name().equals(stage))
            .map(RunManifest.Stage::startedAt)
            .findFirst()
            .orElseGet(clock::instant);
    update(manifest.with(new RunManifest.Stage(stage, state, reason, started, clock.instant())));
  }

  /** Adds figures; one that is there already is replaced. */
  public void add(List<Measurement> measured) {
    for (Measurement figure : measured) {
      int at = placeOf(figure);
      if (at < 0) {
        measurements.add(figure);
      } else {
        measurements.set(at, figure);
      }
    }
    Measurement.write(run.measurementsFile(), measurements);
    update(manifest.withMeasurementRows(measurements.size()));
  }

  private int placeOf(Measurement figure) {
    return IntStream.range(0, measurements.size())
        .filter(i -> measurements.get(i).sameFigure(figure))
        .findFirst()
        .orElse(-1);
  }

  public List<Measurement> measurements() {
    return List.copyOf(measurements);
  }

  /** Writes a prediction and its hash, by which a later change of the file shows. */
  public void freeze(String cell, Prediction prediction) {
    Path file = run.predictionFile(cell);
    StructuredFiles.writeJson(file, prediction);
    update(
        manifest.with(
            new RunManifest.FrozenPrediction(
                cell, run.relative(file), RunDirectory.sha256(file), clock.instant())));
  }

  public void finish(State state, String reason) {
    update(manifest.ended(state, reason, clock.instant()));
  }

  private void update(RunManifest changed) {
    manifest = changed;
    run.write(manifest);
  }

  /** What a run began on stays as it was, beside that of a session that went on with it. */
  public Path environmentFile() {
    List<String> sessions = manifest.sessions();
    return sessions.isEmpty() || !Files.exists(run.environmentFile())
        ? run.environmentFile()
        : run.environmentFile(sessions.get(sessions.size() - 1));
  }

  /** Command, run, moment and CPU of base performance, in words that a machine file keeps. */
  public static String source(RunDirectory run) {
    RunManifest manifest = run.manifest();
    return "corebound %s, %s, measured %s%s"
        .formatted(
            manifest.command(),
            manifest.runId(),
            MINUTE.format(manifest.startedAt()),
            run.environment(manifest).map(e -> " on " + e.cpuModel()).orElse(""));
  }
}
