package io.corebound.hosts.process;

import io.corebound.hosts.process.ProcessTable.Row;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * CPU time of what is not a run's own on this machine: neither this process, its ancestors or what
 * it started, nor the kernel's threads, which work for all. Two looks at {@code /proc} say it, so
 * that nothing is sampled while something is measured. A program that came and went between them is
 * in what its parent has waited for; one whose parent ended, too, is missed.
 *
 * <p>Where {@code /proc} hides processes (a container, {@code hidepid}), it hides the kernel's
 * threads, too, which have no user time: user time of the machine that no process explains is then
 * that of others. What these take in the kernel is missed.
 */
public final class OtherPrograms {
  private static final long INIT = 1;

  /** The name of all that is hidden; a look says it for the 3 s or more since it did so last. */
  public static final String HIDDEN = "not visible here";

  /** The machine's ticks and those of processes are counted in two ways: less may be chance. */
  private static final double HIDDEN_CORES = 0.1;

  /** The same of what the machine was busy, where that is more. */
  private static final double HIDDEN_PART = 0.01;

  private static final double HIDDEN_S = 3;

  /** The parent of the kernel's threads; the same number is another's in a container. */
  private static final long KTHREADD = 2;

  private static final String OF_KTHREADD = "kthreadd";

  private final Set<Long> line = ProcessTable.ownLine();
  private final LongPredicate root;

  /** Everything but a run's own processes. */
  public OtherPrograms(String runId) {
    String mark = "%s=%s".formatted(LocalHost.MARK, runId);
    long self = ProcessHandle.current().pid();
    this.root = pid -> pid == self || ProcessTable.hasVariable(pid, mark);
  }

  /** The machine at a moment. */
  record Look(double timeS, ProcessTable.Machine machine, Map<Long, Row> processes) {}

  private static Look look() {
    List<Row> all = ProcessTable.all();
    return new Look(
        System.nanoTime() / 1e9,
        ProcessTable.machine(),
        all.stream().collect(Collectors.toMap(Row::pid, Function.identity())));
  }

  /** Begins to watch; what is returned says what they took since, or since it said so last. */
  public Supplier<OtherLoad> begin() {
    Look first = look();
    AtomicReference<Look> last = new AtomicReference<>(first);
    AtomicReference<Look> lastOfHidden = new AtomicReference<>(first);
    return () -> {
      Look now = look();
      OtherLoad shown = between(last.getAndSet(now), now, line, root);
      return now.timeS() - lastOfHidden.get().timeS() < HIDDEN_S
          ? shown
          : shown.plus(hidden(lastOfHidden.getAndSet(now), now));
    };
  }

  /**
   * What others took between two looks.
   *
   * @param line processes that are the run's, whatever they have started
   * @param root whether a process is the run's with all that it has started
   */
  static OtherLoad between(Look before, Look now, Set<Long> line, LongPredicate root) {
    Map<Long, Long> ticks = new HashMap<>();
    for (Row row : now.processes().values()) {
      Optional<Row> known = same(before, row);
      CpuTicks used = row.own().minus(known.map(Row::own).orElse(CpuTicks.NONE));
      // init waits for all that lost their parents, the run's own among them
      CpuTicks waited =
          row.pid() == INIT
              ? CpuTicks.NONE
              : row.waited().minus(known.map(Row::waited).orElse(CpuTicks.NONE));
      long both = used.plus(waited).total();
      // what has ended shows no mark: it counts as its parent's, whose time will have it
      Row whose = row.alive() ? row : now.processes().get(row.parent());
      boolean counts = whose != null && (row.alive() || whose.pid() != INIT);
      if (both > 0 && counts && !isOwn(whose, now, line, root)) {
        ticks.merge(whose.pid(), both, Long::sum);
      }
    }
    // a process that waits for another gets all of its time, also that from before the first look
    for (Row row : before.processes().values()) {
      if (same(now, row).isEmpty()) {
        long earlier = row.both().total();
        ticks.computeIfPresent(waitedBy(row, before, now), (pid, more) -> more - earlier);
      }
    }
    Map<String, Double> coreS = new TreeMap<>();
    ticks.forEach(
        (pid, more) -> {
          if (more > 0) {
            String name = now.processes().get(pid).name();
            coreS.merge(name, more / CpuTicks.PER_SECOND, Double::sum);
          }
        });
    CpuTicks busy = now.machine().busy().minus(before.machine().busy());
    long stolen = now.machine().stealTicks() - before.machine().stealTicks();
    return new OtherLoad(
        now.timeS() - before.timeS(),
        Math.max(0, stolen) / CpuTicks.PER_SECOND,
        atMost(busy.total() / CpuTicks.PER_SECOND, coreS));
  }

  /**
   * User time that none of the processes explains; nothing where all are shown. What a process used
   * before the first look may count as its parent's: then some of it is missed.
   */
  static OtherLoad hidden(Look before, Look now) {
    if (showsAll(now)) {
      return OtherLoad.NONE;
    }
    long seen =
        now.processes().values().stream()
            .mapToLong(
                row ->
                    row.both()
                        .minus(same(before, row).map(Row::both).orElse(CpuTicks.NONE))
                        .atLeastNone()
                        .user())
            .sum();
    CpuTicks busy = now.machine().busy().minus(before.machine().busy());
    double hiddenS = (busy.user() - seen) / CpuTicks.PER_SECOND;
    double chanceS =
        Math.max(
            HIDDEN_CORES * (now.timeS() - before.timeS()),
            HIDDEN_PART * busy.total() / CpuTicks.PER_SECOND);
    return hiddenS > chanceS ? new OtherLoad(0, 0, Map.of(HIDDEN, hiddenS)) : OtherLoad.NONE;
  }

  private static boolean showsAll(Look look) {
    Row second = look.processes().get(KTHREADD);
    return second != null && isKthreadd(second);
  }

  private static boolean isKthreadd(Row row) {
    return row.pid() == KTHREADD && row.name().equals(OF_KTHREADD);
  }

  /** They cannot have taken more than the machine was busy. */
  private static Map<String, Double> atMost(double busyS, Map<String, Double> coreS) {
    double sum = coreS.values().stream().mapToDouble(s -> s).sum();
    if (sum > busyS) {
      coreS.replaceAll((program, s) -> s * busyS / sum);
    }
    return coreS;
  }

  /** The nearest process above one that is gone; 0 for none. */
  private static long waitedBy(Row gone, Look before, Look now) {
    Set<Long> passed = new HashSet<>();
    Row at = before.processes().get(gone.parent());
    while (at != null && same(now, at).isEmpty() && passed.add(at.pid())) {
      at = before.processes().get(at.parent());
    }
    return at == null ? 0 : at.pid();
  }

  private static Optional<Row> same(Look look, Row row) {
    return Optional.ofNullable(look.processes().get(row.pid()))
        .filter(other -> other.startTicks() == row.startTicks());
  }

  /** The kernel's threads count as the run's, for which they work, too. */
  private static boolean isOwn(Row row, Look now, Set<Long> line, LongPredicate root) {
    if (line.contains(row.pid())) {
      return true;
    }
    Set<Long> passed = new HashSet<>();
    // a table that was read while it changed may have a circle
    for (Row at = row; at != null && passed.add(at.pid()); ) {
      if (isKthreadd(at) || root.test(at.pid())) {
        return true;
      }
      at = now.processes().get(at.parent());
    }
    return false;
  }
}
