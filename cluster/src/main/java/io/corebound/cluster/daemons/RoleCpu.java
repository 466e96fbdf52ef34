package io.corebound.cluster.daemons;

import io.corebound.cluster.job.Cpu;
import io.corebound.cluster.job.CpuSnapshot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * CPU time by role: daemons by their process ids, those of a role together; containers as what the
 * NodeManagers have waited for plus what lives below them now; the client by its own process, and
 * after its end by what its shell measured. A process that ended keeps its last figure.
 *
 * <p>These are readings at a moment, from which costs of hundredths of a second are told (what an
 * empty job takes, what an idle cluster does). What each role used in each second of a run is for
 * the collector of CPU by role, which also tells the containers apart.
 */
public final class RoleCpu {
  public static final String NODE_MANAGER = DaemonKind.NODE_MANAGER.role();
  private static final int ATTEMPTS = 5;

  private final Map<String, List<Long>> daemons;

  /** By process id; one that ended keeps its last figure. */
  private final Map<Long, ProcStat> lastOf = new HashMap<>();

  /** What was started by each NodeManager. */
  private final Map<Long, Cpu> containersOf = new HashMap<>();

  private final Map<String, Cpu> last = new TreeMap<>();
  private Cpu endedClients = Cpu.NONE;
  private OptionalLong client = OptionalLong.empty();
  private Cpu liveClient = Cpu.NONE;

  /** Watches daemons by role; among them are NodeManagers. */
  RoleCpu(Map<String, List<Long>> daemons) {
    this.daemons = Map.copyOf(daemons);
  }

  /** A client was started. */
  synchronized void clientStarted(long pid) {
    client = OptionalLong.of(pid);
    liveClient = Cpu.NONE;
  }

  /** The client has ended; its whole CPU time where it is known. */
  synchronized void clientEnded(Optional<Cpu> measured) {
    endedClients = endedClients.plus(measured.orElse(liveClient));
    client = OptionalLong.empty();
    liveClient = Cpu.NONE;
  }

  /** All roles now. */
  synchronized CpuSnapshot snapshot() {
    Map<Long, ProcStat> processes = consistent();
    daemons.values().forEach(pids -> pids.forEach(pid -> remember(pid, processes)));
    daemons.forEach(
        (role, pids) -> {
          if (role.equals(NODE_MANAGER)) {
            sum(pids, ProcStat::own).ifPresent(own -> last.put(role, own));
            pids.forEach(pid -> rememberContainers(pid, processes));
            containersOf.values().stream()
                .reduce(Cpu::plus)
                .ifPresent(containers -> last.put("containers", containers));
          } else {
            sum(pids, ProcStat::both).ifPresent(both -> last.put(role, both));
          }
        });
    client.ifPresent(pid -> liveClient = tree(pid, processes).orElse(liveClient));
    last.put("client", endedClients.plus(liveClient));
    String stat = machineStat();
    last.put("machine", ProcStat.machine(stat));
    return new CpuSnapshot(
        System.currentTimeMillis() / 1000.0, Map.copyOf(last), ProcStat.stealS(stat));
  }

  private void remember(long pid, Map<Long, ProcStat> processes) {
    Optional.ofNullable(processes.get(pid)).ifPresent(process -> lastOf.put(pid, process));
  }

  private void rememberContainers(long nodeManager, Map<Long, ProcStat> processes) {
    Optional.ofNullable(processes.get(nodeManager))
        .map(process -> process.children().plus(below(nodeManager, processes)))
        .ifPresent(containers -> containersOf.put(nodeManager, containers));
  }

  private Optional<Cpu> sum(List<Long> pids, Function<ProcStat, Cpu> part) {
    return pids.stream().filter(lastOf::containsKey).map(lastOf::get).map(part).reduce(Cpu::plus);
  }

  /**
   * The process table, read again when a NodeManager waited for a child meanwhile: that child would
   * be counted twice, or not at all.
   */
  private Map<Long, ProcStat> consistent() {
    List<Long> nodeManagers = daemons.get(NODE_MANAGER);
    Map<Long, ProcStat> processes = ProcStat.all();
    for (int attempt = 1; attempt < ATTEMPTS; attempt++) {
      Map<Long, ProcStat> before = processes;
      if (nodeManagers.stream().allMatch(pid -> waitedForNobody(pid, before))) {
        return processes;
      }
      processes = ProcStat.all();
    }
    return processes;
  }

  private static boolean waitedForNobody(long pid, Map<Long, ProcStat> before) {
    ProcStat then = before.get(pid);
    Cpu now = ProcStat.of(pid).map(ProcStat::children).orElse(null);
    return then == null || Objects.equals(then.children(), now);
  }

  private static Optional<Cpu> tree(long root, Map<Long, ProcStat> processes) {
    return Optional.ofNullable(processes.get(root))
        .map(process -> process.both().plus(below(root, processes)));
  }

  private static Cpu below(long ancestor, Map<Long, ProcStat> processes) {
    Cpu sum = Cpu.NONE;
    for (ProcStat process : processes.values()) {
      if (descends(process, ancestor, processes)) {
        sum = sum.plus(process.both());
      }
    }
    return sum;
  }

  private static boolean descends(ProcStat process, long ancestor, Map<Long, ProcStat> processes) {
    ProcStat at = process;
    // no line of descent is longer than the table
    for (int step = 0; at != null && step < processes.size(); step++) {
      if (at.parent() == ancestor) {
        return true;
      }
      at = processes.get(at.parent());
    }
    return false;
  }

  private static String machineStat() {
    try {
      return Files.readString(Path.of("/proc/stat"));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read /proc/stat: " + e.getMessage(), e);
    }
  }
}
