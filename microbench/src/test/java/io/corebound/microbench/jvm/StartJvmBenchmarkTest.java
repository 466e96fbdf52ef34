package io.corebound.microbench.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.microbench.OneLineException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class StartJvmBenchmarkTest {
  @Test
  void startedJvmHasTheFlagsOfATaskAndEndsWell() throws Exception {
    StartJvmBenchmark benchmark = new StartJvmBenchmark();
    benchmark.starts = 2;
    benchmark.prepare();
    List<String> ours = ManagementFactory.getRuntimeMXBean().getInputArguments();
    assertThat(benchmark.command).containsAll(StartJvmBenchmark.taskFlags(ours));
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
                    "-XX:CompileCommand=quiet",
                    "-XX:+UnlockExperimentalVMOptions",
                    "-XX:+UnlockDiagnosticVMOptions",
                    "-XX:+DebugNonSafepoints",
                    "-DcompilerBlackholesEnabled=true",
                    "-agentpath:/usr/lib/libasyncProfiler.so=start",
                    "-Djmh.executor=x",
                    "-Dcorebound.fs=hdfs://127.0.0.1:1")))
        .containsExactly("-Djava.net.preferIPv4Stack=true", "-Xmx820m");
  }

  @ParameterizedTest
  @CsvSource({"default, true", "off, false"})
  void classDataAreSharedUnlessSwitchedOff(String cds, boolean shared) throws Exception {
    StartJvmBenchmark benchmark = new StartJvmBenchmark();
    benchmark.cds = cds;
    benchmark.prepare();
    List<String> command = new ArrayList<>(benchmark.command);
    // the JVM itself says whether it shares: "..., mixed mode, sharing)"
    command.add(1, "-showversion");
    Process jvm = new ProcessBuilder(command).redirectErrorStream(true).start();
    String version = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(jvm.waitFor()).isZero();
    assertThat(version.contains("sharing)")).isEqualTo(shared);
    benchmark.close();
  }

  @Test
  void misspeltSharingIsNamed() {
    StartJvmBenchmark benchmark = new StartJvmBenchmark();
    benchmark.cds = "on";
    assertThatThrownBy(benchmark::prepare)
        .isInstanceOf(OneLineException.class)
        .hasMessageStartingWith("cds: 'on'");
  }

  @Test
  void jvmThatFailsIsNoticed() {
    StartJvmBenchmark benchmark = new StartJvmBenchmark();
    benchmark.starts = 1;
    benchmark.prepare();
    benchmark.command.set(benchmark.command.size() - 1, "no.such.Main");
    assertThatThrownBy(benchmark::start)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("exit status 1");
    benchmark.close();
  }
}
