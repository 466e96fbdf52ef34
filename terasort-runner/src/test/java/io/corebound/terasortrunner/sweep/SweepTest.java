package io.corebound.terasortrunner.sweep;

import static io.corebound.records.Refusals.assertThatRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.records.run.CellResult;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.State;
import io.corebound.records.units.CoreboundException;
import io.corebound.terasortrunner.workload.Engines;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of cells whose cluster does not get ready. */
class SweepTest {
  private static final List<SweepCell> CELLS =
      List.of(
          new SweepCell("hdd", "ethernet-1g", 1),
          new SweepCell("hdd", "infiniband-qdr", 1),
          new SweepCell("ssd-pcie", "ethernet-1g", 1));

  @TempDir Path folder;
  private final List<SweepCell> begun = new ArrayList<>();

  /** A place on which no cluster can be had. */
  private record Nowhere(Runnable failing) implements SweepCluster {
    @Override
    public Disk disk(String storage) {
      throw new AssertionError("no probe here");
    }

    @Override
    public io.corebound.collectors.probe.Link link(String network) {
      throw new AssertionError("no probe here");
    }

    @Override
    public Ground prepare(SweepCell cell) {
      failing.run();
      throw new AssertionError("it does not get ready");
    }

    @Override
    public void discard(String storage) {}

    @Override
    public void close() {}
  }

  private RunDirectory run() {
    return new RunDirectory(folder.resolve("run"));
  }

  private void sweep(Runnable failing) throws InterruptedException {
    new Sweep(
            SweepEstimateTest.paper("quick"),
            new Nowhere(failing),
            Engines.HADOOP_ALONE,
            run(),
            List.of(),
            cell -> null,
            new Sweep.Listener() {
              @Override
              public void begin(SweepCell cell, int done, int all) {
                begun.add(cell);
              }

              @Override
              public void progress(SweepCell cell, String job, int map, int reduce) {}

              @Override
              public void end(SweepCell cell, CellResult result) {}
            })
        .run(CELLS);
  }

  @Test
  void failureIsOneCellsAlone() throws Exception {
    sweep(
        () -> {
          throw CoreboundException.failed("the DataNode ended");
        });
    assertThat(begun).isEqualTo(CELLS);
    for (SweepCell cell : CELLS) {
      CellResult result = Sweep.found(run(), cell).orElseThrow();
      assertThat(result.state()).isEqualTo(State.FAILED);
      assertThat(result.reason()).isEqualTo("the DataNode ended");
    }
    assertThat(new SweepPlan(CELLS).left(c -> Sweep.found(run(), c), false).cells()).isEmpty();
  }

  /** Programs that are ended by the signal fail in their own words. */
  @Test
  void signalInTheMiddleOfAProgramEndsTheSweepAndTheCellRunsAgain() {
    assertThatThrownBy(
            () ->
                sweep(
                    () -> {
                      Thread.currentThread().interrupt();
                      throw CoreboundException.failed("mkfs.ext4 was interrupted and ended");
                    }))
        .isInstanceOf(InterruptedException.class);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    assertThat(begun).containsExactly(CELLS.get(0));
    assertThat(new SweepPlan(CELLS).left(c -> Sweep.found(run(), c), false).cells())
        .isEqualTo(CELLS);
  }

  @Test
  void whatFailsForEveryCellEndsTheSweep() {
    assertThatRefused(
        () ->
            sweep(
                () -> {
                  throw CoreboundException.invalidInput("user nobody cannot run this JDK");
                }));
    assertThat(begun).containsExactly(CELLS.get(0));
    assertThat(new SweepPlan(CELLS).left(c -> Sweep.found(run(), c), false).cells())
        .isEqualTo(CELLS);
  }
}
