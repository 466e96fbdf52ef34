package io.corebound.microbench.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StartJvmBenchmarkTest {
  @Test
  void startedJvmHasTheFlagsOfATaskAndEndsWell() throws Exception {
    StartJvmBenchmark benchmark = new StartJvmBenchmark();
    benchmark.starts = 2;
    benchmark.prepare();
    List<String> ours = ManagementFactory.getRuntimeMXBean().getInputArguments();
    assertThat(benchmark.command()).containsAll(StartJvmBenchmark.taskFlags(ours));
    benchmark.start();
    benchmark.close();
  }

  @Test
  void flagsOfJmhAndOfTheRunnerAreLeftOut() {
    assertThat(
            StartJvmBenchmark.taskFlags(
                List.of(
                    "-Djava.net.preferIPv4Stack=true",
                    "-Xmx820m",
                    "-XX:CompileCommandFile=/tmp/jmh",
                    "-XX:CompilerDirectivesFile=/tmp/jmh",
                    "-Djmh.executor=x",
                    "-Dcorebound.fs=hdfs://127.0.0.1:1")))
        .containsExactly("-Djava.net.preferIPv4Stack=true", "-Xmx820m");
  }

  @Test
  void jvmThatFailsIsNoticed() {
    StartJvmBenchmark benchmark = new StartJvmBenchmark();
    benchmark.starts = 1;
    benchmark.prepare();
    benchmark.command().set(benchmark.command().size() - 1, "no.such.Main");
    assertThatThrownBy(benchmark::start)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("exit status 1");
    benchmark.close();
  }
}
