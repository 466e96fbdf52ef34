package io.corebound.hosts.lab;

import io.corebound.hosts.ledger.Ledger;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataRate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A network of a run: a network namespace for each node and one with the bridge that joins them, so
 * that this machine's own interfaces, addresses and firewall see nothing of it (veth(4),
 * ip-link(8), ip-netns(8)). A node's interface is {@code eth0}; the other end of its link has the
 * node's name and is in the bridge's namespace, where the links of all nodes are seen at once.
 * Addresses are those that RFC 2544 reserves for benchmarks, 198.18.0.0/24. Only root can do this.
 */
public final class LabNetwork implements AutoCloseable {
  /** The interface of every node. */
  public static final String INTERFACE = "eth0";

  private static final String BRIDGE = "lab-bridge";
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final int MOST_NODES = 250;

  /** A timer tick of the slowest usual kernel: what a bucket must hold to reach its rate. */
  private static final double TICK_S = 1.0 / 250;

  private static final long LEAST_BURST = 64 << 10;

  /** A line of {@code ip -o link}; carried is what has the flags UP and LOWER_UP. */
  private static final Pattern LINK =
      Pattern.compile("\\d+: (?<name>[^:@]+)(@[^:]+)?: <(?<flags>[^>]*)>");

  private final LocalHost host;
  private final Map<String, NamespaceHost> nodes = new LinkedHashMap<>();
  private NamespaceHost bridge;

  private LabNetwork(LocalHost host) {
    this.host = host;
  }

  /**
   * Makes the namespaces and links, noted in the ledger before they are made. Links have no limit
   * at first.
   *
   * @param names of the nodes, at most 250: interfaces are called so, which have at most 15
   *     letters, digits, {@code _} and {@code -}
   * @throws CoreboundException (missing) without root, (failed) when something cannot be made;
   *     nothing of it is left then
   */
  public static LabNetwork make(LocalHost host, Ledger ledger, List<String> names) {
    requireNames(names);
    LabNetwork network = new LabNetwork(host);
    try {
      network.bridge = NamespaceHost.make(host, ledger, "bridge");
      network.ip(network.bridge, "link", "add", "name", BRIDGE, "type", "bridge");
      network.ip(network.bridge, "link", "set", "dev", BRIDGE, "up");
      for (String name : names) {
        network.nodes.put(name, NamespaceHost.make(host, ledger, name));
        network.join(name);
      }
      return network;
    } catch (CoreboundException e) {
      throw e.undoing(network::close);
    }
  }

  private static void requireNames(List<String> names) {
    if (names.isEmpty() || names.size() > MOST_NODES) {
      throw new IllegalArgumentException("a lab has 1 to 250 nodes, not " + names.size());
    }
    for (String name : names) {
      if (!name.matches("[A-Za-z0-9][A-Za-z0-9_-]{0,14}")
          || List.of("lo", "bridge", BRIDGE, "all", "default").contains(name)) {
        throw new IllegalArgumentException(
            "a lab's node cannot have the name '%s'".formatted(name));
      }
    }
    if (names.stream().distinct().count() < names.size()) {
      throw new IllegalArgumentException("two nodes of a lab have the same name: " + names);
    }
  }

  /** With the words name and dev: a node may be called like one of ip's words. */
  private void join(String name) {
    NamespaceHost node = nodes.get(name);
    String there = node.namespace();
    ip(
        bridge, "link", "add", "name", name, "type", "veth", "peer", "name", INTERFACE, "netns",
        there);
    ip(bridge, "link", "set", "dev", name, "master", BRIDGE);
    ip(bridge, "link", "set", "dev", name, "up");
    ip(node, "link", "set", "dev", INTERFACE, "address", hardwareAddress(name));
    ip(node, "addr", "add", address(name) + "/24", "dev", INTERFACE);
    ip(node, "link", "set", "dev", INTERFACE, "up");
  }

  private void ip(NamespaceHost where, String... arguments) {
    List<String> command = new ArrayList<>(List.of("ip", "-n", where.namespace()));
    command.addAll(List.of(arguments));
    require(command);
  }

  private void require(List<String> command) {
    Outcome outcome = host.run(Command.of(LIMIT, command.toArray(String[]::new)));
    if (!outcome.ok()) {
      throw CoreboundException.failed(
          """
          cannot make the lab's network: %s: %s; the kernel needs veth, bridge and sch_tbf: \
          ./corebound doctor says what it lacks\
          """
              .formatted(String.join(" ", command), outcome.reason(LIMIT)));
    }
  }

  /** The names of the nodes, in the order in which they were given. */
  public List<String> names() {
    return List.copyOf(nodes.keySet());
  }

  /** Where a node's programs run. */
  public NamespaceHost node(String name) {
    NamespaceHost node = nodes.get(name);
    if (node == null) {
      throw new IllegalArgumentException(
          "the lab has no node '%s'; it has %s".formatted(name, names()));
    }
    return node;
  }

  /** Where the links of all nodes are seen, each as an interface with the node's name. */
  public NamespaceHost bridge() {
    return bridge;
  }

  /** A node's address, such as {@code 198.18.0.1}. */
  public String address(String name) {
    return "198.18.0." + number(name);
  }

  private int number(String name) {
    node(name);
    return names().indexOf(name) + 1;
  }

  /** Always the same for a node, so that the others still know it after the link is made again. */
  private String hardwareAddress(String name) {
    return String.format(Locale.ROOT, "02:00:c6:12:00:%02x", number(name));
  }

  /**
   * Limits every link, each direction by itself, by a token bucket (tc-tbf(8)); takes the place of
   * an earlier limit.
   *
   * @param rate of each node's link; null for no limit
   */
  public void shape(DataRate rate) {
    nodes.keySet().forEach(name -> shape(name, rate));
  }

  /** The same for one node's link. */
  public void shape(String name, DataRate rate) {
    shape(node(name), INTERFACE, rate);
    shape(bridge, name, rate);
  }

  private void shape(NamespaceHost where, String device, DataRate rate) {
    List<String> command = new ArrayList<>(List.of("tc", "-n", where.namespace(), "qdisc"));
    if (rate != null) {
      double bytes = rate.megabytesPerSecond() * 1e6;
      command.addAll(List.of("replace", "dev", device, "root", "tbf"));
      command.addAll(List.of("rate", String.format(Locale.ROOT, "%.0fbit", bytes * 8)));
      long burst = Math.max(LEAST_BURST, Math.round(bytes * TICK_S));
      command.addAll(List.of("burst", String.valueOf(burst), "latency", "50ms"));
      require(command);
    } else if (shaped(where, device)) {
      command.addAll(List.of("delete", "dev", device, "root"));
      require(command);
    }
  }

  private boolean shaped(NamespaceHost where, String device) {
    return host.run(
            Command.of(LIMIT, "tc", "-n", where.namespace(), "qdisc", "show", "dev", device))
        .out()
        .contains("qdisc tbf ");
  }

  /** Takes a node's link down, as if its cable were pulled. */
  public void down(String name) {
    node(name);
    ip(bridge, "link", "set", "dev", name, "down");
  }

  /**
   * Takes a node's link up again at both ends, and makes it again, without a limit, where it does
   * not exist any more.
   */
  public void up(String name) {
    NamespaceHost node = node(name);
    if (has(node, INTERFACE) && has(bridge, name)) {
      ip(bridge, "link", "set", "dev", name, "up");
      ip(node, "link", "set", "dev", INTERFACE, "up");
    } else {
      join(name);
    }
  }

  private boolean has(NamespaceHost where, String device) {
    return host.run(Command.of(LIMIT, "ip", "-n", where.namespace(), "link", "show", "dev", device))
        .ok();
  }

  /** The nodes whose link carries nothing: it is down at either end, or missing. */
  public List<String> linksDown() {
    Outcome outcome =
        host.run(Command.of(LIMIT, "ip", "-n", bridge.namespace(), "-o", "link", "show"));
    if (!outcome.ok()) {
      throw CoreboundException.failed("cannot see the lab's links: " + outcome.lastWords());
    }
    Set<String> carrying =
        outcome
            .out()
            .lines()
            .map(LINK::matcher)
            .filter(link -> link.lookingAt() && link.group("flags").contains(",LOWER_UP"))
            .map(link -> link.group("name"))
            .collect(Collectors.toSet());
    return names().stream().filter(name -> !carrying.contains(name)).toList();
  }

  /** Ends what runs in the namespaces and deletes them, links included. */
  @Override
  public void close() {
    List<CoreboundException> problems = new ArrayList<>();
    List<NamespaceHost> all = new ArrayList<>(nodes.values());
    if (bridge != null) {
      all.add(bridge);
    }
    for (NamespaceHost one : all) {
      try {
        one.close();
      } catch (CoreboundException e) {
        problems.add(e);
      }
    }
    if (!problems.isEmpty()) {
      throw CoreboundException.of(problems);
    }
  }
}
