package io.corebound.records.run;

import io.corebound.records.format.Records;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code run.json}: the request, what it ran with, and how it went.
 *
 * @param commit git commit that it was built from, with {@code +changes} when files differed;
 *     {@code unknown} outside a checkout
 * @param endedAt end; null while it runs
 * @param measurementRows rows of {@code measurements.csv}; null before the first, and in runs of a
 *     corebound that did not count them
 */
public record RunManifest(
    int schemaVersion,
    String runId,
    List<String> commandLine,
    String coreboundVersion,
    String commit,
    JsonNode configuration,
    State state,
    String reason,
    Instant startedAt,
    Instant endedAt,
    List<Stage> stages,
    List<FrozenPrediction> predictions,
    Integer measurementRows) {

  private static final String RESUMED = "resumed-";

  /** Version of the run directory's layout. */
  public static final int SCHEMA_VERSION = 2;

  public RunManifest {
    commandLine = List.copyOf(commandLine);
    stages = List.copyOf(stages);
    predictions = List.copyOf(predictions);
  }

  /** The command that made the run, such as {@code sweep}; {@code run} where none is recorded. */
  public String command() {
    return commandLine.stream().findFirst().orElse("run");
  }

  /** A stage of a run; its end is null while it runs. */
  public record Stage(
      String name, State state, String reason, Instant startedAt, Instant endedAt) {}

  /** A prediction that was frozen before the cell's job was submitted; it must not change. */
  public record FrozenPrediction(String cell, String file, String sha256, Instant frozenAt) {}

  /** The same run with an entry of its configuration added, or replaced. */
  public RunManifest configured(String key, JsonNode value) {
    ObjectNode changed = (ObjectNode) configuration.deepCopy();
    changed.set(key, value);
    return Records.with(this, "configuration", changed);
  }

  /** The same run with a stage added, or replaced when one of its name is there. */
  public RunManifest with(Stage stage) {
    List<Stage> changed = new ArrayList<>(stages);
    int at = changed.stream().map(Stage::name).toList().indexOf(stage.name());
    if (at < 0) {
      changed.add(stage);
    } else {
      changed.set(at, stage);
    }
    return Records.with(this, "stages", changed);
  }

  /** The same run with a prediction frozen; one of the same file is replaced. */
  public RunManifest with(FrozenPrediction prediction) {
    List<FrozenPrediction> changed = new ArrayList<>(predictions);
    changed.removeIf(p -> p.file().equals(prediction.file()));
    changed.add(prediction);
    return Records.with(this, "predictions", changed);
  }

  public RunManifest withMeasurementRows(int rows) {
    return Records.with(this, "measurementRows", rows);
  }

  /** The same run, resumed: running again, with a new stage {@code resumed-1} for the session. */
  public RunManifest resumed(Instant at, String with) {
    List<Stage> changed = new ArrayList<>(stages);
    changed.add(new Stage(RESUMED + (sessions().size() + 1), State.OK, with, at, at));
    // the session that resumes it writes files in its own format
    Map<String, Object> changes = new HashMap<>();
    changes.put("schemaVersion", SCHEMA_VERSION);
    changes.put("state", State.RUNNING);
    changes.put("reason", "");
    changes.put("endedAt", null);
    changes.put("stages", changed);
    return Records.with(this, changes);
  }

  /** The sessions that resumed the run, in order, such as {@code resumed-1}. */
  public List<String> sessions() {
    return stages.stream().map(Stage::name).filter(n -> n.startsWith(RESUMED)).toList();
  }

  public RunManifest ended(State endState, String endReason, Instant at) {
    return Records.with(this, Map.of("state", endState, "reason", endReason, "endedAt", at));
  }
}
