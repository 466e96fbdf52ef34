package io.corebound.collectors.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.hosts.lab.NamespaceHost;
import io.corebound.hosts.ledger.Ledger;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.LocalHost;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostFactsIT {
  @Test
  void interfacesOfANamespaceAreItsOwn(@TempDir Path folder) throws IOException {
    assumeTrue("root".equals(System.getProperty("user.name")), "needs root: a network namespace");
    assumeTrue(
        LocalHost.find("ip", System.getenv("PATH"), null).isPresent(), "needs ip (iproute2)");
    String run = "facts-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
    LocalHost here = new LocalHost(run, "here");
    Duration limit = Duration.ofSeconds(20);
    try (Ledger ledger = Ledger.open(folder, run);
        NamespaceHost node = NamespaceHost.make(here, ledger, "n")) {
      node.run(Command.of(limit, "ip", "link", "add", "v0", "type", "veth", "peer", "name", "v1"));
      assertThat(interfaces(node)).containsExactlyInAnyOrder("lo", "v0", "v1");
    }
    assertThat(interfaces(here))
        .containsExactlyInAnyOrder(Path.of("/sys/class/net").toFile().list());
  }

  private static List<String> interfaces(Host host) {
    return HostFacts.text(host)
        .lines()
        .filter(line -> line.startsWith("interface "))
        .map(line -> line.substring("interface ".length()))
        .toList();
  }
}
