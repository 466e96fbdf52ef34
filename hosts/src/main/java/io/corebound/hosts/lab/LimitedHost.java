package io.corebound.hosts.lab;

import io.corebound.hosts.ledger.ControlGroups;
import io.corebound.hosts.ledger.Ledger;
import io.corebound.hosts.ledger.MadeGroup;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Outcome;
import io.corebound.hosts.process.ToolEnvironment;
import io.corebound.hosts.process.WrappedHost;
import io.corebound.records.units.CoreboundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A host that gives its programs a part of the machine: CPUs ({@code taskset}(1); Java and Hadoop
 * count no more), memory (a control group), the rights of a user that is not root ({@code
 * setpriv}(1)), which has of this process's environment only what says where programs are and which
 * language and time zone are meant. What they start has the same. Their I/O is in the group whose
 * devices {@link LoopDevice#limit} limits. Only root can do all of this; to pin programs takes no
 * right.
 */
public final class LimitedHost extends WrappedHost implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  /** Goes into the groups before {@code --}, then becomes the program behind it. */
  private static final String JOIN =
      "while [ \"$1\" != -- ]; do echo 0 >\"$1\" || exit 126; shift; done; shift; exec \"$@\"";

  /** What another user's programs get of the environment of tools; the rest is this user's. */
  private static final Set<String> KEPT =
      Set.of("PATH", "LANG", "LC_ALL", "TZ", LocalHost.MARK, Command.ROLE);

  private final Ledger ledger;
  private final List<String> prefix;

  /** What makes a program the user's; empty where it stays this user's. */
  private final List<String> rights;

  private final String user;

  /** Null where nothing needs one. */
  private final Path group;

  private LimitedHost(
      Host host, Ledger ledger, List<String> prefix, List<String> rights, String user, Path group) {
    super(host);
    this.ledger = ledger;
    this.prefix = List.copyOf(prefix);
    this.rights = List.copyOf(rights);
    this.user = user;
    this.group = group;
  }

  /**
   * A host with limits; its control group is noted in the ledger before it is made, and {@link
   * #close} deletes it.
   *
   * @throws CoreboundException (missing) without root or without that user, (failed) when the
   *     kernel does not take the limits
   */
  public static LimitedHost make(Host host, Ledger ledger, NodeLimits limits) {
    requireRoot();
    ControlGroups groups = ControlGroups.here();
    List<String> joined = new ArrayList<>();
    List<String> rights = limits.user() == null ? List.of() : rights(host, limits.user());
    Path group = group(groups, ledger, host.name(), limits);
    if (group != null) {
      joined.add(group.resolve("cgroup.procs").toString());
    }
    if (groups.first()) {
      joined.add(groups.throttled().resolve("cgroup.procs").toString());
    }
    List<String> prefix = new ArrayList<>();
    if (!joined.isEmpty()) {
      prefix.addAll(List.of("sh", "-c", JOIN, "sh"));
      prefix.addAll(joined);
      prefix.add("--");
    }
    prefix.addAll(pinned(limits.cpus()));
    return new LimitedHost(host, ledger, prefix, rights, limits.user(), group);
  }

  /**
   * A host that runs its programs as another user, without other limits; nothing is made for it.
   *
   * @throws CoreboundException (missing) without root or without that user
   */
  public static LimitedHost as(Host host, String user) {
    requireRoot();
    return new LimitedHost(host, null, List.of(), rights(host, user), user, null);
  }

  /** A host that limits its programs to these CPUs and to nothing else; any user can do this. */
  public static LimitedHost on(Host host, List<Integer> cpus) {
    return new LimitedHost(host, null, pinned(cpus), List.of(), null, null);
  }

  /** What pins the program behind it and all that it starts; nothing for no CPUs. */
  public static List<String> pinned(List<Integer> cpus) {
    return cpus.isEmpty()
        ? List.of()
        : List.of(
            "taskset", "-c", cpus.stream().map(String::valueOf).collect(Collectors.joining(",")));
  }

  private static void requireRoot() {
    if (!NamespaceHost.isRoot()) {
      throw CoreboundException.missing(
          "only root can use control groups and run programs as another user; start corebound as"
              + " root");
    }
  }

  /** Null where nothing needs a group. */
  private static Path group(ControlGroups groups, Ledger ledger, String node, NodeLimits limits) {
    if (groups.first() && limits.memory() == null) {
      return null;
    }
    Path parent = groups.first() ? groups.memory() : groups.unified();
    if (parent == null) {
      throw CoreboundException.missing(
          """
          no control group limits memory here; mount the controller memory, or use a kernel that \
          has it\
          """);
    }
    Path group =
        groups.first()
            ? parent.resolve("corebound-" + ledger.runId() + "-" + node)
            : groups.makeRunGroup(ledger).resolve(node);
    ControlGroups.make(ledger, group);
    if (limits.memory() != null) {
      limitMemory(group, groups.first(), String.valueOf(limits.memory().bytes()));
    }
    return group;
  }

  private static void limitMemory(Path group, boolean first, String bytes) {
    ControlGroups.write(group.resolve(first ? "memory.limit_in_bytes" : "memory.max"), bytes);
    // no swap besides, where the kernel counts it
    Path swap = group.resolve(first ? "memory.memsw.limit_in_bytes" : "memory.swap.max");
    if (Files.exists(swap)) {
      ControlGroups.write(swap, first ? bytes : "0");
    }
  }

  private static List<String> rights(Host host, String user) {
    return List.of(
        "setpriv",
        "--reuid=" + number(host, "-u", user),
        "--regid=" + number(host, "-g", user),
        "--clear-groups",
        // a program that is root's by its mode bits is not root's here
        "--no-new-privs",
        "--");
  }

  private static String number(Host host, String option, String user) {
    Outcome outcome = host.run(Command.of(LIMIT, "id", option, "--", user));
    if (!outcome.ok()) {
      throw CoreboundException.missing(
          "user %1$s of this machine is not known (id %2$s: %3$s); create it: useradd --system %1$s"
              .formatted(user, option, outcome.reason(LIMIT)));
    }
    return outcome.out().strip();
  }

  @Override
  protected Command changed(Command command) {
    if (user == null) {
      return LocalHost.behind(prefix, command);
    }
    Command own =
        command.environment().containsKey("USER")
            ? command
            : command.with("USER", user).with("LOGNAME", user).with("HOME", "/nonexistent");
    List<String> whole = new ArrayList<>(prefix);
    whole.add("env");
    System.getenv().keySet().stream()
        .filter(ToolEnvironment::has)
        .filter(name -> !KEPT.contains(name) && !own.environment().containsKey(name))
        .forEach(name -> whole.addAll(List.of("-u", name)));
    whole.addAll(rights);
    return LocalHost.behind(whole, own);
  }

  /** Ends what runs in its group and deletes that. */
  @Override
  public void close() {
    if (group != null) {
      ledger.undo(new MadeGroup(group));
    }
  }
}
