package io.corebound.records.run;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
@RecordBuilder
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
    Integer measurementRows)
    implements RunManifestBuilder.With {

  /** The key of the configuration with the user's tags. */
  public static final String TAGS = "tags";

  private static final String RESUMED = "resumed-";

  /** Version of the run directory's layout. */
  public static final int SCHEMA_VERSION = 3;

  public RunManifest {
    commandLine = List.copyOf(commandLine);
    stages = List.copyOf(stages);
    predictions = List.copyOf(predictions);
  }

  /** The command that made the run, such as {@code sweep}; {@code run} where none is recorded. */
  public String command() {
    return commandLine.stream().findFirst().orElse("run");
  }

  /** The user's own marks of the run, by key; {@code --tag}. */
  public Map<String, String> tags() {
    Map<String, String> tags = new TreeMap<>();
    configuration
        .path(TAGS)
        .properties()
        .forEach(tag -> tags.put(tag.getKey(), tag.getValue().asString()));
    return tags;
  }

  /** A stage of a run; its end is null while it runs. */
  public record Stage(
      String name, State state, String reason, Instant startedAt, Instant endedAt) {}

  /** A prediction that was frozen before the cell's job was submitted; it must not change. */
  @RecordBuilder
  public record FrozenPrediction(String cell, String file, String sha256, Instant frozenAt)
      implements RunManifestFrozenPredictionBuilder.With {}

  /** A run that begins, with nothing done yet. */
  public static RunManifest begun(
      String runId,
      List<String> commandLine,
      String coreboundVersion,
      String commit,
      JsonNode configuration,
      Instant at) {
    return new RunManifest(
        SCHEMA_VERSION,
        runId,
        commandLine,
        coreboundVersion,
        commit,
        configuration,
        State.RUNNING,
        "",
        at,
        null,
        List.of(),
        List.of(),
        null);
  }

  /** The same run with an entry of its configuration added, or replaced. */
  public RunManifest configured(String key, JsonNode value) {
    ObjectNode changed = (ObjectNode) configuration.deepCopy();
    changed.set(key, value);
    return withConfiguration(changed);
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
    return withStages(changed);
  }

  /** The same run with a prediction frozen; one of the same file is replaced. */
  public RunManifest with(FrozenPrediction prediction) {
    List<FrozenPrediction> changed = new ArrayList<>(predictions);
    changed.removeIf(p -> p.file().equals(prediction.file()));
    changed.add(prediction);
    return withPredictions(changed);
  }

  /** The same run, resumed: running again, with a new stage {@code resumed-1} for the session. */
  public RunManifest resumed(Instant at, String with) {
    List<Stage> changed = new ArrayList<>(stages);
    changed.add(new Stage(RESUMED + (sessions().size() + 1), State.OK, with, at, at));
    // the session that resumes it writes files in its own format
    return with(
        b ->
            b.schemaVersion(SCHEMA_VERSION)
                .state(State.RUNNING)
                .reason("")
                .endedAt(null)
                .stages(changed));
  }

  /** The sessions that resumed the run, in order, such as {@code resumed-1}. */
  public List<String> sessions() {
    return stages.stream().map(Stage::name).filter(n -> n.startsWith(RESUMED)).toList();
  }

  public RunManifest ended(State endState, String endReason, Instant at) {
    return with(b -> b.state(endState).reason(endReason).endedAt(at));
  }
}
