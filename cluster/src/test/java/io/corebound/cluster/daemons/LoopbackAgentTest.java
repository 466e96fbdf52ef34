package io.corebound.cluster.daemons;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.cluster.WildcardProgram;
import io.corebound.hosts.machine.Jdk;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoopbackAgentTest {
  private static final Jdk JAVA = Jdk.own();

  @TempDir Path folder;

  @Test
  void socketsBoundToEveryAddressAreBoundToLoopback() {
    Path jar = folder.resolve("agent.jar");
    LoopbackAgentJar.write(jar, JAVA);

    Outcome outcome = run("-javaagent:" + jar, "-Djava.net.preferIPv4Stack=true");

    assertThat(outcome.ok()).as(outcome.lastWords()).isTrue();
    assertThat(outcome.out().lines())
        .containsExactly("/127.0.0.1", "/127.0.0.1", "/127.0.0.1", "/127.0.0.1", "/127.0.0.2");
  }

  @Test
  void itsOwnClassIsLoadedByJava8() throws IOException {
    Path jar = folder.resolve("agent.jar");
    LoopbackAgentJar.write(jar, JAVA);

    try (ZipFile zip = new ZipFile(jar.toFile());
        InputStream in =
            zip.getInputStream(zip.getEntry("io/corebound/cluster/daemons/LoopbackAgent.class"))) {
      // bytes 6 and 7 of a class file are its major version, 52 for Java 8 (JVMS 4.1)
      assertThat(in.readNBytes(8)).endsWith(0, 52);
    }
  }

  @Test
  void withoutTheAgentTheyAreNot() {
    Outcome outcome = run("-Djava.net.preferIPv4Stack=true");

    assertThat(outcome.out().lines())
        .containsExactly("/0.0.0.0", "/0.0.0.0", "/0.0.0.0", "elsewhere", "/127.0.0.2");
  }

  @Test
  void jdkThatBindsInAnotherWayIsRefused() throws IOException {
    byte[] other;
    try (InputStream in = Object.class.getResourceAsStream("Object.class")) {
      other = in.readAllBytes();
    }

    assertThatThrownBy(() -> LoopbackAgentJar.bindingLoopback(other, JAVA))
        .isInstanceOf(CoreboundException.class)
        .hasMessageContaining("could not be kept to 127.0.0.1");
  }

  private Outcome run(String... flags) {
    List<String> line = new ArrayList<>(List.of(JAVA.java().toString()));
    line.addAll(List.of(flags));
    line.addAll(List.of("-cp", "target/test-classes", WildcardProgram.class.getName()));
    return new LocalHost("loopback-agent-test", "local")
        .run(new Command(line, Map.of(), null, Duration.ofSeconds(60)));
  }
}
