package io.corebound.engines.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.engines.EngineJob;
import io.corebound.engines.EngineRun;
import io.corebound.hosts.machine.Jdk;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Node;
import io.corebound.records.config.EngineFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.State;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a job whose programs do not start; those that do are tested as a cluster's. */
class MemoryEngineTest {
  @TempDir Path folder;
  private final LocalHost host = new LocalHost("test-" + UUID.randomUUID(), "localhost");

  private MemoryEngine engine(Place.Watch watch) {
    Node node = new Node("localhost", host, "127.0.0.1", 1, folder, List.of(), List.of());
    EngineFile file =
        StructuredFiles.readYaml(
            Path.of("../../configs/engine/memory-fc-tcp.yaml"), EngineFile.class);
    DataSize heap = DataSize.ofMebibytes(64);
    return new MemoryEngine(
        file,
        new Place(Jdk.own(), List.of("no-such-folder"), node, List.of(node), heap, heap, watch));
  }

  private EngineJob job() {
    return new EngineJob(
        "word-count",
        new EngineJob.Program("", Map.of(), List.of()),
        new EngineJob.Files("/in", "/out", 1),
        Duration.ofSeconds(60),
        folder.resolve("raw"),
        (maps, reduces) -> {});
  }

  @Test
  void masterThatDoesNotStartIsTheReason() throws Exception {
    EngineRun ran = engine(during -> {}).run(job());
    assertThat(ran.ok()).isFalse();
    assertThat(ran.job().state()).isEqualTo(State.FAILED);
    assertThat(ran.job().reason()).contains("io.corebound.memory.Master", "memory-master@");
    assertThat(host.alive()).isZero();
  }

  @Test
  void whatTheProgramsNeedEndsThemWithItself() {
    MemoryEngine engine =
        engine(
            during -> {
              throw CoreboundException.failed(during + ": the DataNode ended");
            });
    assertThatThrownBy(() -> engine.run(job())).hasMessage("word-count: the DataNode ended");
    assertThat(engine.processes()).isEmpty();
    assertThat(host.alive()).isZero();
  }
}
