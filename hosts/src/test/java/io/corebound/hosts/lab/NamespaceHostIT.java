package io.corebound.hosts.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.hosts.NamespaceOwner;
import io.corebound.hosts.ledger.Ledger;
import io.corebound.hosts.process.ClockOffset;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.RunningProgram;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real network namespaces. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
public class NamespaceHostIT {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  @TempDir Path folder;

  private final String run = "test-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
  private final LocalHost host = new LocalHost(run, "here");

  @BeforeEach
  void onlyRootMakesNamespaces() {
    assumeTrue(NamespaceHost.isRoot(), "needs root: it makes network namespaces");
    assumeTrue(
        LocalHost.find("ip", System.getenv("PATH"), null).isPresent(), "needs ip (iproute2)");
    String probe = "corebound-" + run + "-probe";
    boolean allowed = host.run(Command.of(LIMIT, "ip", "netns", "add", probe)).ok();
    host.run(Command.of(LIMIT, "ip", "netns", "delete", probe));
    assumeTrue(allowed, "this root may not make network namespaces (a container's?)");
  }

  @AfterEach
  void nothingOfTheTestIsLeft() {
    host.stopAll(Duration.ZERO);
    assertThat(host.alive()).isZero();
    assertThat(host.run(Command.of(LIMIT, "ip", "netns")).out()).doesNotContain(run);
  }

  @Test
  void programsSeeTheNamespacesOwnLoopbackOnlyAndThisMachinesFiles() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "here\n");
    try (Ledger ledger = Ledger.open(folder.resolve("state"), run);
        NamespaceHost node = NamespaceHost.make(host, ledger, "worker-1")) {
      assertThat(node.name()).isEqualTo("worker-1");
      assertThat(node.run(Command.of(LIMIT, "ip", "-o", "link")).out().lines())
          .singleElement()
          .asString()
          .contains(" lo:", "LOOPBACK,UP");
      assertThat(node.run(Command.of(LIMIT, "cat", node.there(file))).out()).isEqualTo("here\n");
      assertThat(node.clockOffset()).isEqualTo(ClockOffset.SAME_CLOCK);
      assertThatThrownBy(() -> node.run(Command.of(LIMIT, "no-such-tool")))
          .isInstanceOf(CoreboundException.class)
          .hasMessageContaining("no-such-tool: no such program");
    }
    assertThat(folder.resolve("state")).isEmptyDirectory();
  }

  @Test
  void programsOfANamespaceEndWithIt() throws Exception {
    try (Ledger ledger = Ledger.open(folder.resolve("state"), run)) {
      RunningProgram program;
      try (NamespaceHost node = NamespaceHost.make(host, ledger, "worker-1")) {
        program =
            node.start(
                // as an sshd, which writes over its environment: the mark does not find it
                Command.of(LIMIT, "env", "-i", "/bin/sleep", "300"),
                folder.resolve("out"),
                folder.resolve("err"));
        // it is nsenter first, which has to get there
        Instant end = Instant.now().plus(LIMIT);
        while (network(program.pid()).equals(network(ProcessHandle.current().pid()))) {
          assertThat(Instant.now()).as("it never came into the namespace").isBefore(end);
          Thread.sleep(10);
        }
      }
      assertThat(program.waitFor(LIMIT)).isNotEmpty();
    }
  }

  private static Path network(long pid) throws IOException {
    return Files.readSymbolicLink(Path.of("/proc/" + pid + "/ns/net"));
  }

  @Test
  void namespaceThatAKilledRunLeftIsDeletedByTheNextStart() throws Exception {
    Process owner =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-cp",
                System.getProperty("java.class.path"),
                NamespaceOwner.class.getName(),
                folder.resolve("state").toString(),
                run)
            .redirectError(folder.resolve("err").toFile())
            .start();
    String namespace = owner.inputReader().readLine();
    assertThat(namespace).as(Files.readString(folder.resolve("err"))).contains(run);
    owner.destroyForcibly().waitFor();
    assertThat(host.run(Command.of(LIMIT, "ip", "netns")).out()).contains(namespace);
    assertThat(Ledger.cleanUp(folder.resolve("state")))
        .containsExactly(
            "deleted network namespace " + namespace + " that run " + run + " had left");
    assertThat(folder.resolve("state")).isEmptyDirectory();
  }

  @Test
  void namespaceOfSomebodyElseIsUsedAndStays() {
    String other = run + "-other";
    host.run(Command.of(LIMIT, "ip", "netns", "add", other));
    try {
      try (NamespaceHost node = NamespaceHost.of(host, other)) {
        assertThat(node.run(Command.of(LIMIT, "ip", "-o", "link")).out().lines()).hasSize(1);
      }
      assertThat(host.run(Command.of(LIMIT, "ip", "netns")).out()).contains(other);
    } finally {
      host.run(Command.of(LIMIT, "ip", "netns", "delete", other));
    }
    assertThatThrownBy(() -> NamespaceHost.of(host, other))
        .isInstanceOf(CoreboundException.class)
        .hasMessageContaining("'" + other + "'");
  }
}
