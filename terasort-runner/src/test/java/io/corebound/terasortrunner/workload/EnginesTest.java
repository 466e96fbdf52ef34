package io.corebound.terasortrunner.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.hosts.Checkout;
import io.corebound.records.config.EngineFile;
import io.corebound.records.format.StructuredFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EnginesTest {
  static Stream<Path> engineFiles() throws IOException {
    return Files.list(Checkout.ROOT.resolve("configs/engine"));
  }

  @ParameterizedTest
  @MethodSource("engineFiles")
  void hadoopAloneRunsEveryWorkloadAndTheOthersSomeThatCellsCanRun(Path file) {
    EngineFile engine = StructuredFiles.readYaml(file, EngineFile.class);
    assertThat(Engines.workloads(engine).isEmpty()).isEqualTo(engine.isHadoop());
    assertThat(Workloads.names()).containsAll(Engines.workloads(engine));
  }
}
