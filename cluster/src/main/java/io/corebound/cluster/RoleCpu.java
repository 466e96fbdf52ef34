package io.corebound.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * CPU time by role, without root: daemons by their process ids; containers as what the NodeManager
 * has waited for plus what lives below it now; the client by its own process, and after its end by
 * what its shell measured. A process that ended keeps its last figure.
 *
 * <p>These are readings at a moment, from which costs of hundredths of a second are told (what an
 * empty job takes, what an idle cluster does). What each role used in each second of a run is for
 * the collector of CPU by role, which also tells the containers apart.
 */
final class RoleCpu {
  static final String NODE_MANAGER = "nodemanager";
  private static final int ATTEMPTS = 5;

  private final Map<String, Long> daemons;
  private final Map<String, Cpu> last = new TreeMap<>();
  private Cpu endedClients = Cpu.NONE;
  private OptionalLong client = OptionalLong.empty();
  private Cpu liveClient = Cpu.NONE;

  /** Watches daemons by role; one of them is the NodeManager. */
  RoleCpu(Map<String, Long> daemons) {
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
    daemons.forEach(
        (role, pid) -> {
          ProcStat daemon = processes.get(pid);
          if (daemon == null) {
            return;
          }
          boolean hasContainers = role.equals(NODE_MANAGER);
          last.put(role, hasContainers ? daemon.own() : daemon.both());
          if (hasContainers) {
            last.put("containers", daemon.children().plus(below(pid, processes)));
          }
        });
    client.ifPresent(pid -> liveClient = tree(pid, processes).orElse(liveClient));
    last.put("client", endedClients.plus(liveClient));
    String stat = machineStat();
    last.put("machine", ProcStat.machine(stat));
    return new CpuSnapshot(
        System.currentTimeMillis() / 1000.0, Map.copyOf(last), ProcStat.stealS(stat));
  }

  /**
   * The process table, read again when the NodeManager waited for a child meanwhile: that child
   * would be counted twice, or not at all.
   */
  private Map<Long, ProcStat> consistent() {
    long nodeManager = daemons.get(NODE_MANAGER);
    Map<Long, ProcStat> processes = ProcStat.all();
    for (int attempt = 1; attempt < ATTEMPTS; attempt++) {
      ProcStat before = processes.get(nodeManager);
      Cpu after = ProcStat.of(nodeManager).map(ProcStat::children).orElse(null);
      if (before == null || Objects.equals(before.children(), after)) {
        return processes;
      }
      processes = ProcStat.all();
    }
    return processes;
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
