package io.corebound.cluster.daemons;

import io.corebound.cluster.job.Cpu;
import io.corebound.cluster.job.CpuSnapshot;
import io.corebound.hosts.process.CpuTicks;
import io.corebound.hosts.process.ProcessTable;
import io.corebound.hosts.process.ProcessTable.Row;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * CPU time by role: daemons by their process ids, those of a role together; containers as what the
 * NodeManagers have waited for plus what lives below them now; the client by its own process, and
 * after its end by what its shell measured. A process that ended keeps its last figure.
 *
 * <p>These readings are exact enough for costs of hundredths of a second (an empty job, an idle
 * cluster). The collector of CPU by role has each second of a run, and separates the containers.
 */
public final class RoleCpu {
  public static final String NODE_MANAGER = DaemonKind.NODE_MANAGER.role();
  private static final int ATTEMPTS = 5;

  private final Map<String, List<Long>> daemons;

  /** By process id; one that ended keeps its last figure. */
  private final Map<Long, Row> lastOf = new HashMap<>();

  /** CPU time of what each NodeManager started. */
  private final Map<Long, CpuTicks> containersOf = new HashMap<>();

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
    Map<Long, Row> processes = consistent();
    daemons.values().forEach(pids -> pids.forEach(pid -> remember(pid, processes)));
    daemons.forEach(
        (role, pids) -> {
          if (role.equals(NODE_MANAGER)) {
            sum(pids, Row::own).ifPresent(own -> last.put(role, Cpu.of(own)));
            pids.forEach(pid -> rememberContainers(pid, processes));
            containersOf.values().stream()
                .reduce(CpuTicks::plus)
                .ifPresent(containers -> last.put("containers", Cpu.of(containers)));
          } else {
            sum(pids, Row::both).ifPresent(both -> last.put(role, Cpu.of(both)));
          }
        });
    client.ifPresent(pid -> liveClient = tree(pid, processes).map(Cpu::of).orElse(liveClient));
    last.put("client", endedClients.plus(liveClient));
    last.put("machine", Cpu.of(ProcessTable.machine().busy()));
    return new CpuSnapshot(System.currentTimeMillis() / 1000.0, Map.copyOf(last));
  }

  private void remember(long pid, Map<Long, Row> processes) {
    Optional.ofNullable(processes.get(pid)).ifPresent(process -> lastOf.put(pid, process));
  }

  private void rememberContainers(long nodeManager, Map<Long, Row> processes) {
    Optional.ofNullable(processes.get(nodeManager))
        .map(process -> process.waited().plus(below(nodeManager, processes)))
        .ifPresent(containers -> containersOf.put(nodeManager, containers));
  }

  private Optional<CpuTicks> sum(List<Long> pids, Function<Row, CpuTicks> part) {
    return pids.stream()
        .filter(lastOf::containsKey)
        .map(lastOf::get)
        .map(part)
        .reduce(CpuTicks::plus);
  }

  /**
   * The process table, read again when a NodeManager waited for a child meanwhile: that child would
   * be counted twice, or not at all.
   */
  private Map<Long, Row> consistent() {
    List<Long> nodeManagers = daemons.get(NODE_MANAGER);
    Map<Long, Row> processes = processTable();
    for (int attempt = 1; attempt < ATTEMPTS; attempt++) {
      Map<Long, Row> before = processes;
      if (nodeManagers.stream().allMatch(pid -> waitedForNobody(pid, before))) {
        return processes;
      }
      processes = processTable();
    }
    return processes;
  }

  private static boolean waitedForNobody(long pid, Map<Long, Row> before) {
    Row then = before.get(pid);
    CpuTicks now = ProcessTable.of(pid).map(Row::waited).orElse(null);
    return then == null || Objects.equals(then.waited(), now);
  }

  private static Optional<CpuTicks> tree(long root, Map<Long, Row> processes) {
    return Optional.ofNullable(processes.get(root))
        .map(process -> process.both().plus(below(root, processes)));
  }

  private static CpuTicks below(long ancestor, Map<Long, Row> processes) {
    CpuTicks sum = CpuTicks.NONE;
    for (Row process : processes.values()) {
      if (descends(process, ancestor, processes)) {
        sum = sum.plus(process.both());
      }
    }
    return sum;
  }

  private static boolean descends(Row process, long ancestor, Map<Long, Row> processes) {
    Row at = process;
    // no line of descent is longer than the table
    for (int step = 0; at != null && step < processes.size(); step++) {
      if (at.parent() == ancestor) {
        return true;
      }
      at = processes.get(at.parent());
    }
    return false;
  }

  private static Map<Long, Row> processTable() {
    return ProcessTable.all().stream().collect(Collectors.toMap(Row::pid, row -> row));
  }
}
