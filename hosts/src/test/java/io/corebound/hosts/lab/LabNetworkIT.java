package io.corebound.hosts.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.hosts.LabNeeds;
import io.corebound.hosts.LimitedRate;
import io.corebound.hosts.ledger.Ledger;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Outcome;
import io.corebound.hosts.process.RunningProgram;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataRate;
import io.corebound.records.units.DataSize;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Real namespaces and links, measured by iperf3; real limits of a node. */
@Isolated
@Timeout(value = 240, unit = TimeUnit.SECONDS)
class LabNetworkIT {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @TempDir Path folder;

  private final String run = "test-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
  private final LocalHost host = new LocalHost(run, "here");
  private Ledger ledger;

  @BeforeEach
  void ledger() {
    LabNeeds.assume(host);
    ledger = Ledger.open(folder.resolve("state"), run);
  }

  @AfterEach
  void nothingOfTheTestIsLeft() {
    if (ledger == null) {
      return;
    }
    host.stopAll(Duration.ZERO);
    ledger.close();
    assertThat(folder.resolve("state")).isEmptyDirectory();
    assertThat(host.run(Command.of(LIMIT, "ip", "netns")).out()).doesNotContain(run);
  }

  @Test
  void linksCarryTheirRateInBothDirections() {
    assumeTrue(
        LocalHost.find("iperf3", System.getenv("PATH"), null).isPresent(),
        "needs iperf3, which measures the links");
    try (LabNetwork network = LabNetwork.make(host, ledger, List.of("master", "worker1"))) {
      network.shape(DataRate.parse("100Mbit/s"));
      LimitedRate.assertHeld(100, 12, 5, () -> megabits(network, false));
      LimitedRate.assertHeld(100, 12, 5, () -> megabits(network, true));
      network.shape(DataRate.parse("1Gbit/s"));
      LimitedRate.assertHeld(1000, 12, 5, () -> megabits(network, false));
      network.shape(null);
      assertThat(megabits(network, false)).isGreaterThan(2000);
    }
  }

  @Test
  void nothingOfANetworkIsLeftWhereverItsMakingIsInterrupted() throws Exception {
    AtomicInteger ended = new AtomicInteger();
    AtomicInteger interrupted = new AtomicInteger();
    for (int ms = 0; ms < 200; ms += 5) {
      Thread maker =
          new Thread(
              () -> {
                try {
                  LabNetwork.make(host, ledger, List.of("node1", "node2")).close();
                } catch (CoreboundException e) {
                  interrupted.incrementAndGet();
                }
                ended.incrementAndGet();
              });
      maker.start();
      Thread.sleep(ms);
      maker.interrupt();
      maker.join();
      String left = host.run(Command.of(LIMIT, "ip", "netns")).out();
      assertThat(left).as("after %s ms", ms).doesNotContain(run);
    }
    assertThat(ended).hasValue(40);
    assertThat(interrupted).hasPositiveValue();
  }

  private double megabits(LabNetwork network, boolean reverse) {
    Path out = folder.resolve("server");
    RunningProgram server =
        network
            .node("master")
            .start(Command.of(LIMIT, "iperf3", "-s", "-1"), out, folder.resolve("server.err"));
    try {
      listening(network.node("master"), 5201);
      Outcome outcome =
          network
              .node("worker1")
              .run(
                  Command.of(
                      LIMIT,
                      "iperf3",
                      "-J",
                      "-t",
                      "1",
                      "-O",
                      "1",
                      reverse ? "-R" : "-4",
                      "-c",
                      network.address("master")));
      assertThat(outcome.ok()).as(outcome.lastWords()).isTrue();
      double bits =
          StructuredFiles.parseJson(outcome.out())
              .path("end")
              .path("sum_received")
              .path("bits_per_second")
              .asDouble();
      return bits / 1e6;
    } finally {
      server.stop(Duration.ZERO);
    }
  }

  private static void listening(Host node, int port) {
    Instant end = Instant.now().plus(LIMIT);
    while (!node.run(Command.of(LIMIT, "ss", "-Hltn")).out().contains(":" + port + " ")) {
      assertThat(Instant.now()).as("nothing listens on " + port).isBefore(end);
    }
  }

  @Test
  void nodesReachEachOtherAndThisMachineSeesNothingOfThem() {
    String before = links(host);
    try (LabNetwork network =
        LabNetwork.make(host, ledger, List.of("master", "worker1", "worker2"))) {
      assertThat(network.names()).containsExactly("master", "worker1", "worker2");
      assertThat(network.address("worker2")).isEqualTo("198.18.0.3");
      assertThat(links(host)).isEqualTo(before);
      assertThat(links(network.bridge())).contains(" master@", " worker1@", " worker2@");
      assertThat(links(network.node("worker1"))).contains(" eth0@");
      assertThat(reachesSoon(network, "worker1", "worker2")).isTrue();
      assertThat(network.linksDown()).isEmpty();
      network.down("worker2");
      assertThat(network.linksDown()).containsExactly("worker2");
      assertThat(reaches(network, "worker1", "worker2")).isFalse();
      assertThat(reachesSoon(network, "worker1", "master")).isTrue();
      network.up("worker2");
      assertThat(network.linksDown()).isEmpty();
      assertThat(reachesSoon(network, "worker1", "worker2")).isTrue();
    }
  }

  @Test
  void linkThatIsDownAtTheNodeOrGoneIsUpAgain() {
    try (LabNetwork network = LabNetwork.make(host, ledger, List.of("worker1", "worker2"))) {
      for (String broken : List.of("ip link set dev eth0 down", "ip link delete dev eth0")) {
        Outcome outcome = network.node("worker2").run(Command.of(LIMIT, broken.split(" ")));
        assertThat(outcome.ok()).as(broken).isTrue();
        assertThat(network.linksDown()).as(broken).containsExactly("worker2");
        network.up("worker2");
        assertThat(reachesSoon(network, "worker1", "worker2")).as(broken).isTrue();
        assertThat(network.linksDown()).as(broken).isEmpty();
      }
    }
  }

  private static String links(Host host) {
    return host.run(Command.of(LIMIT, "ip", "-o", "link")).out();
  }

  /** Whether a connection comes about within 10 s: one attempt has no time for a lost packet. */
  private static boolean reachesSoon(LabNetwork network, String from, String to) {
    Instant end = Instant.now().plusSeconds(10);
    boolean reached = reaches(network, from, to);
    while (!reached && Instant.now().isBefore(end)) {
      reached = reaches(network, from, to);
    }
    return reached;
  }

  /** Whether a connection comes about: refused is reached, too. */
  private static boolean reaches(LabNetwork network, String from, String to) {
    Outcome outcome =
        network
            .node(from)
            .run(
                Command.of(
                    LIMIT,
                    "timeout",
                    "1",
                    "bash",
                    "-c",
                    "exec 3<>/dev/tcp/" + network.address(to) + "/9"));
    return outcome.err().contains("Connection refused");
  }

  @Test
  void namesThatInterfacesCannotHaveAreRefused() {
    for (List<String> names :
        List.of(
            List.of("a-name-of-16-char"),
            List.of("bridge"),
            List.of("lo"),
            List.of("a", "a"),
            List.<String>of())) {
      assertThatThrownBy(() -> LabNetwork.make(host, ledger, names))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void programsOfANodeHaveItsCpusMemoryAndRightsOnly() throws Exception {
    try (LabNetwork network = LabNetwork.make(host, ledger, List.of("worker1"));
        LimitedHost node =
            LimitedHost.make(
                network.node("worker1"),
                ledger,
                new NodeLimits(List.of(0), DataSize.ofMebibytes(64), "nobody"))) {
      assertThat(node.name()).isEqualTo("worker1");
      assertThat(out(node, "id", "-un")).isEqualTo("nobody");
      assertThat(out(node, "id", "-G")).isEqualTo(out(host, "id", "-g", "nobody"));
      assertThat(out(node, "grep", "NoNewPrivs", "/proc/self/status")).endsWith("1");
      assertThat(out(node, "nproc")).isEqualTo("1");
      assertThat(out(node, "sh", "-c", "grep CapEff /proc/self/status")).endsWith("0000000000");
      assertThat(links(node)).contains(" eth0@");
      Path secret = Files.writeString(folder.resolve("secret"), "root's");
      Files.setPosixFilePermissions(
          secret, java.nio.file.attribute.PosixFilePermissions.fromString("rw-------"));
      assertThat(node.run(Command.of(LIMIT, "cat", secret.toString())).err())
          .contains("Permission denied");
      // a line without an end is kept in memory
      Outcome greedy = node.run(Command.of(LIMIT, "tail", "/dev/zero"));
      assertThat(greedy.timedOut()).isFalse();
      assertThat(greedy.exitStatus()).as(greedy.err()).isNotZero();
      RunningProgram program =
          node.start(
              Command.of(LIMIT, "sleep", "20"), folder.resolve("out"), folder.resolve("err"));
      assertThat(program.isAlive()).isTrue();
      node.close();
      assertThat(program.waitFor(Duration.ofSeconds(5))).isNotEmpty();
    }
  }

  @Test
  void programsOfAnotherUserHaveNothingOfRootsEnvironmentThatMayBeSecret() {
    LimitedHost node = LimitedHost.as(host, "nobody");
    Map<String, String> seen = new TreeMap<>();
    Outcome outcome =
        node.run(Command.of(LIMIT, "env").with("JAVA_HOME", "/opt/jdk").inRole("client"));
    outcome
        .out()
        .lines()
        .map(line -> line.split("=", 2))
        .forEach(pair -> seen.put(pair[0], pair[1]));

    Set<String> roots = new TreeSet<>(System.getenv().keySet());
    roots.removeAll(Set.of("PATH", "LANG", "LC_ALL", "TZ", "HOME", "USER", "LOGNAME", "JAVA_HOME"));
    assertThat(roots).as("the test has such variables").isNotEmpty();
    assertThat(seen)
        .doesNotContainKeys(roots.toArray(new String[0]))
        .containsEntry("JAVA_HOME", "/opt/jdk")
        .containsEntry("USER", "nobody")
        .containsEntry("HOME", "/nonexistent")
        .containsEntry("COREBOUND_ROLE", "client")
        .containsEntry("COREBOUND_RUN", host.runId())
        .containsKey("PATH");
  }

  private static String out(Host host, String... arguments) {
    Outcome outcome = host.run(Command.of(LIMIT, arguments));
    assertThat(outcome.ok()).as(outcome.lastWords()).isTrue();
    return outcome.out().strip();
  }
}
