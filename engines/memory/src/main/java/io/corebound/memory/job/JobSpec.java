package io.corebound.memory.job;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A job as the command line says it. It goes to the workers as settings by name.
 *
 * @param workload a name, or the class of a lean job
 * @param input file or folder of the default file system, or of that of its URI
 * @param settings of Hadoop's, over those of the class path
 */
public record JobSpec(
    String workload,
    Api api,
    String input,
    String output,
    Sizes sizes,
    Wire wire,
    Map<String, String> settings) {
  /** Names of the options that make a job. */
  public static final Set<String> OPTIONS =
      Set.of(
          "workload",
          "api",
          "input",
          "output",
          "reduces",
          "split-bytes",
          "pattern",
          "transport",
          "silence-s",
          "set");

  /** Seconds that a process may say nothing. */
  public static final int SILENCE_S = 15;

  private static final int SPLIT_BYTES = 128 << 20;
  private static final String SET = "set ";

  /**
   * How the job is cut.
   *
   * @param reduces partitions, or 0 for as many as all threads
   */
  public record Sizes(int reduces, int splitBytes) {}

  /** How blocks travel. */
  public record Wire(Pattern pattern, String transport, Duration silence) {}

  public JobSpec {
    settings = Map.copyOf(settings);
  }

  /** The job of a command line. */
  public static JobSpec of(Options options) {
    return new JobSpec(
        options.text("workload"),
        options.constant("api", Api.class, Api.LEAN),
        options.text("input"),
        options.text("output"),
        new Sizes(options.number("reduces", 1, 0), options.number("split-bytes", 1, SPLIT_BYTES)),
        new Wire(
            options.constant("pattern", Pattern.class, Pattern.FULLY_CONNECTED),
            options.text("transport", "tcp"),
            Duration.ofSeconds(options.number("silence-s", 1, SILENCE_S))),
        options.settings());
  }

  /** The same with as many partitions. */
  public JobSpec withReduces(int reduces) {
    return new JobSpec(
        workload, api, input, output, new Sizes(reduces, sizes.splitBytes()), wire, settings);
  }

  /** The same with more settings of Hadoop's, where it has none of that name. */
  public JobSpec with(Map<String, String> more) {
    Map<String, String> all = new TreeMap<>(more);
    all.putAll(settings);
    return new JobSpec(workload, api, input, output, sizes, wire, all);
  }

  /** All of it by name. */
  public Map<String, String> toMap() {
    Map<String, String> all = new TreeMap<>();
    all.put("workload", workload);
    all.put("api", api.name());
    all.put("input", input);
    all.put("output", output);
    all.put("reduces", String.valueOf(sizes.reduces()));
    all.put("split-bytes", String.valueOf(sizes.splitBytes()));
    all.put("pattern", wire.pattern().name());
    all.put("transport", wire.transport());
    all.put("silence-s", String.valueOf(wire.silence().toSeconds()));
    settings.forEach((name, value) -> all.put(SET + name, value));
    return all;
  }

  /** What {@link #toMap} made. */
  public static JobSpec of(Map<String, String> all) {
    Map<String, String> settings = new TreeMap<>();
    all.forEach(
        (name, value) -> {
          if (name.startsWith(SET)) {
            settings.put(name.substring(SET.length()), value);
          }
        });
    return new JobSpec(
        all.get("workload"),
        Api.valueOf(all.get("api")),
        all.get("input"),
        all.get("output"),
        new Sizes(Integer.parseInt(all.get("reduces")), Integer.parseInt(all.get("split-bytes"))),
        new Wire(
            Pattern.valueOf(all.get("pattern")),
            all.get("transport"),
            Duration.ofSeconds(Long.parseLong(all.get("silence-s")))),
        settings);
  }
}
