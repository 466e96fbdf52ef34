package io.corebound.terasortrunner.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.cluster.job.Cluster;
import io.corebound.hosts.Checkout;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.State;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import io.corebound.terasortrunner.workload.WorkloadCell.Cell;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CellJobsTest {
  private static final ClusterFile SETTINGS =
      Checkout.config("cluster/lab", ClusterFile.class).on(2, DataSize.parse("16GiB"));

  /** A cluster whose file system is full. */
  private static final Cluster FULL =
      (Cluster)
          Proxy.newProxyInstance(
              Cluster.class.getClassLoader(),
              new Class<?>[] {Cluster.class},
              (proxy, method, arguments) ->
                  switch (method.getName()) {
                    case "home" -> "";
                    case "settings" -> Map.of();
                    case "write" -> throw CoreboundException.failed("no space left");
                    default -> null;
                  });

  @Test
  void inputThatCannotBeWrittenIsAFailedStageOfAFailedCell(@TempDir Path folder) {
    RunDirectory run = new RunDirectory(folder.resolve("run"));
    Cell cell = new Cell("cell", DataSize.parse("1MB"), null, null, Optional.empty(), false);
    CellJobs jobs =
        new CellJobs(
            new CountedText(
                "word-count",
                new WorkloadFile.Job(null, "a.A", null, null, null),
                5,
                StraightLoop::words),
            FULL,
            new HadoopEngine(FULL),
            SETTINGS,
            run,
            cell,
            () -> Path.of("unused"),
            (stage, map, reduce) -> {});
    assertThatThrownBy(() -> jobs.write("input", 0, (out, percent) -> {}))
        .isInstanceOf(CoreboundException.class);
    CellResult ended = jobs.end(NodeCollections.Delivered.NOTHING, "no space left");
    assertThat(ended.state()).isEqualTo(State.FAILED);
    assertThat(ended.stages())
        .extracting(CellResult.Job::state)
        .containsExactly(State.FAILED, State.SKIPPED);
    assertThat(ended.stages().get(0).reason()).isEqualTo("no space left");
  }
}
