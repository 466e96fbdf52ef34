package io.corebound.spark;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.util.LongAccumulator;

/**
 * Runs a workload on a Spark cluster, as often as it is asked to in the same executors, and writes
 * how it went, as {@code io.corebound.memory.Master} does.
 *
 * <p>Options, each with a value: {@code --workload}, {@code --input}, {@code --output}, {@code
 * --parts}, {@code --runs}, {@code --executors}, {@code --result}; {@code --set NAME=VALUE} as
 * often as needed for settings of Spark's. The output of a run replaces that of the run before.
 */
public final class Driver {
  private static final long EXECUTORS_LIMIT_MS = 60_000;
  private static final long POLL_MS = 50;

  private final Map<String, String> options = new HashMap<>();
  private final SparkConf settings = new SparkConf(false);

  private Driver(String[] arguments) {
    for (int i = 0; i + 1 < arguments.length; i += 2) {
      if (arguments[i].equals("--set")) {
        String[] pair = arguments[i + 1].split("=", 2);
        settings.set(pair[0], pair[1]);
      } else {
        options.put(arguments[i], arguments[i + 1]);
      }
    }
  }

  /** Exit status 0 where every run ended well, else 1. */
  public static void main(String[] arguments) throws IOException {
    System.exit(new Driver(arguments).run() ? 0 : 1);
  }

  private String option(String name) {
    String value = options.get("--" + name);
    if (value == null) {
      throw new IllegalArgumentException("--" + name + " is missing");
    }
    return value;
  }

  private boolean run() throws IOException {
    long startMs = System.currentTimeMillis();
    List<Map<String, Object>> runs = new ArrayList<>();
    Map<String, Object> result = new LinkedHashMap<>();
    String reason = null;
    double startupS = 0;
    settings.setAppName(option("workload"));
    // masters and workers take it from there themselves
    settings.set("spark.authenticate.secret", System.getenv("_SPARK_AUTH_SECRET"));
    Meter meter = null;
    try (JavaSparkContext context = new JavaSparkContext(settings)) {
      awaitExecutors(context);
      startupS = (System.currentTimeMillis() - startMs) / 1e3;
      meter = new Meter(context::cancelAllJobs);
      context.sc().addSparkListener(meter);
      for (int i = 0; i < Integer.parseInt(option("runs")); i++) {
        runs.add(run(context, meter));
      }
    } catch (Exception | Error e) {
      // Spark's Scala throws checked exceptions that it does not declare
      e.printStackTrace();
      reason =
          meter != null && meter.lost() != null
              ? meter.lost()
              : e.toString().lines().findFirst().orElse("it did not say why");
    }
    result.put("state", reason == null ? "OK" : "FAILED");
    result.put("reason", reason);
    result.put("exit_status", reason == null ? 0 : 1);
    result.put("workload", option("workload"));
    result.put("api", "rdd");
    result.put("pattern", null);
    result.put("transport", null);
    result.put("reduces", Integer.parseInt(option("parts")));
    result.put("startup_s", startupS);
    result.put("processes", List.of());
    result.put("runs", runs);
    write(Path.of(option("result")), result);
    return reason == null;
  }

  private Map<String, Object> run(JavaSparkContext context, Meter meter)
      throws IOException, InterruptedException {
    org.apache.hadoop.fs.Path output = new org.apache.hadoop.fs.Path(option("output"));
    try (FileSystem files = FileSystem.newInstance(context.hadoopConfiguration())) {
      files.delete(output, true);
    }
    LongAccumulator pairs = context.sc().longAccumulator("pairs");
    long startMs = System.currentTimeMillis();
    Jobs.run(
        option("workload"),
        context.textFile(option("input")),
        option("output"),
        Integer.parseInt(option("parts")),
        pairs);
    return meter.take(startMs, System.currentTimeMillis(), pairs.value());
  }

  /** Else the first tasks would run where the first executor is. */
  private void awaitExecutors(JavaSparkContext context) throws InterruptedException {
    int wanted = Integer.parseInt(option("executors"));
    long deadline = System.currentTimeMillis() + EXECUTORS_LIMIT_MS;
    // the driver is one of them
    int found = context.sc().statusTracker().getExecutorInfos().length - 1;
    while (found < wanted) {
      if (System.currentTimeMillis() > deadline) {
        throw new IllegalStateException("%s of %s executors came".formatted(found, wanted));
      }
      Thread.sleep(POLL_MS);
      found = context.sc().statusTracker().getExecutorInfos().length - 1;
    }
  }

  /** Whole or not at all. */
  private static void write(Path file, Map<String, Object> result) throws IOException {
    Path temporary = file.resolveSibling(file.getFileName() + ".tmp");
    Files.writeString(
        temporary, new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(result));
    Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
