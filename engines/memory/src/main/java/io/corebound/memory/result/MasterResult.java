package io.corebound.memory.result;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.corebound.memory.job.JobSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What the master writes at its end; the package of the processes describes it. */
public record MasterResult(
    String state,
    String reason,
    int exitStatus,
    String workload,
    String api,
    String pattern,
    String transport,
    int reduces,
    Double startupS,
    List<ProcessResult> processes,
    List<RunResult> runs) {
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .build();

  /**
   * A process of the engine.
   *
   * @param rank of a worker; null for the master
   */
  public record ProcessResult(String role, Integer rank, String host, long pid, int threads) {}

  /** The result of runs of a job, which all were well if there is no reason. */
  public static MasterResult of(
      JobSpec spec,
      String reason,
      int exitStatus,
      Double startupS,
      List<ProcessResult> processes,
      List<RunResult> runs) {
    return new MasterResult(
        reason == null ? "OK" : "FAILED",
        reason,
        exitStatus,
        spec.workload(),
        spec.api().toString(),
        spec.wire().pattern().toString(),
        spec.wire().transport(),
        spec.sizes().reduces(),
        startupS,
        processes,
        runs);
  }

  /** Writes it as JSON: a reader sees a whole file or none. */
  public void write(Path file) throws IOException {
    WholeFile.write(file, JSON.writeValueAsString(this));
  }
}
