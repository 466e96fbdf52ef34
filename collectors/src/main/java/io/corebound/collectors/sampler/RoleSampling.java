package io.corebound.collectors.sampler;

import io.corebound.hosts.process.CpuTicks;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The arithmetic of CPU time by role: what every role used between two looks at the process table.
 *
 * <p>A process's own time goes to its role. A process that ended between two looks is not there any
 * more; but its parent has waited for it, and the parent's time of waited-for children ({@code
 * cutime} and {@code cstime} of proc(5)) has grown by all that it and its own ended children ever
 * used. What of that was not seen before is the time of its last moments, and of children that came
 * and went between two looks: it goes to the roles of those that were seen and have ended, else to
 * that of a child of such a parent.
 *
 * <p>The kernel's time is that of its threads, and that of interrupts as far as no process's time
 * contains it: kernels with {@code CONFIG_IRQ_TIME_ACCOUNTING} keep it apart from the interrupted
 * process's time, others do not. So it is what is left of the machine's time, at most what {@code
 * /proc/stat} has as interrupts.
 */
final class RoleSampling {
  /** The parent of the kernel's threads. */
  private static final long KTHREADD = 2;

  /** Generations between a process and the one that it has its role from. */
  private static final int DEEPEST = 100;

  /** A parent that has not waited for a child for so many looks will not do it any more. */
  private static final int PATIENCE = 3;

  /**
   * A process at a look.
   *
   * @param startTicks when it started; with the id it identifies the process
   * @param waited that of the ended children that it has waited for, and theirs
   * @param role by its command line or mark; empty where these show none
   */
  record Process(
      long pid, long startTicks, long parent, CpuTicks own, CpuTicks waited, String role) {
    Process inRole(String shown) {
      return new Process(pid, startTicks, parent, own, waited, shown);
    }
  }

  /**
   * A look at the machine.
   *
   * @param timeS in seconds since the epoch
   * @param busy the machine's time in user mode (with nice) and in the kernel, without interrupts
   * @param interruptTicks the machine's time in interrupts, soft ones too
   */
  record Look(double timeS, CpuTicks busy, long interruptTicks, Map<Long, Process> processes) {}

  /**
   * What was used between two looks.
   *
   * @param byRole the kernel and the others are roles too
   * @param machine all that the machine was busy with, interrupts in the kernel's part
   * @param gap what the roles lack to it; below zero when they have more
   */
  record Used(double seconds, Map<String, CpuTicks> byRole, CpuTicks machine, CpuTicks gap) {}

  /** What a parent has still to wait for, and the roles that it was seen in. */
  private static final class Owed {
    private CpuTicks seen = CpuTicks.NONE;
    private final Map<String, Long> weights = new TreeMap<>();
    private int age;
  }

  private record Assigned(Process process, String role) {}

  private Look before;
  private Map<Long, Assigned> roles = new HashMap<>();
  private Map<Long, Owed> owed = new HashMap<>();

  /** Takes the next look; null for the first one, before which nothing is known. */
  Used next(Look now) {
    Map<Long, Assigned> earlierRoles = roles;
    roles = assign(now, earlierRoles);
    Used used = before == null ? null : between(now, earlierRoles);
    before = now;
    return used;
  }

  private static Map<Long, Assigned> assign(Look now, Map<Long, Assigned> earlier) {
    Map<Long, Assigned> assigned = new HashMap<>();
    now.processes().keySet().forEach(pid -> assign(pid, now, earlier, assigned, 0));
    return assigned;
  }

  private static String assign(
      long pid, Look now, Map<Long, Assigned> earlier, Map<Long, Assigned> assigned, int depth) {
    Process process = now.processes().get(pid);
    if (process == null || depth > DEEPEST) {
      return Roles.OTHER;
    }
    Assigned done = assigned.get(pid);
    if (done != null) {
      return done.role();
    }
    // stands for itself while its parents are asked: a table that was read while it changed may
    // have a circle
    assigned.put(pid, new Assigned(process, Roles.OTHER));
    Assigned known = earlier.get(pid);
    String role;
    if (pid == KTHREADD || process.parent() == KTHREADD) {
      role = Roles.KERNEL;
    } else if (!process.role().isEmpty()) {
      role = process.role();
    } else if (known != null && same(known.process(), process) && isOrphan(known, process)) {
      // its parent has ended: it stays what it was
      role = known.role();
    } else {
      role = Roles.ofChild(assign(process.parent(), now, earlier, assigned, depth + 1));
    }
    assigned.put(pid, new Assigned(process, role));
    return role;
  }

  private static boolean isOrphan(Assigned known, Process process) {
    return known.process().parent() != process.parent()
        || known.process().role().isEmpty() && !known.role().equals(Roles.OTHER);
  }

  private static boolean same(Process one, Process other) {
    return one.startTicks() == other.startTicks();
  }

  private Used between(Look now, Map<Long, Assigned> earlierRoles) {
    Map<String, CpuTicks> used = new TreeMap<>();
    Map<Long, CpuTicks> waited = new HashMap<>();
    for (Process process : now.processes().values()) {
      Process earlier = before.processes().get(process.pid());
      boolean known = earlier != null && same(earlier, process);
      CpuTicks own = known ? process.own().minus(earlier.own()) : process.own();
      add(used, roles.get(process.pid()).role(), own.atLeastNone());
      CpuTicks more = known ? process.waited().minus(earlier.waited()) : process.waited();
      if (more.total() > 0) {
        waited.put(process.pid(), more);
      }
    }
    noteEnded(now, earlierRoles);
    settle(waited, used);
    return result(now, used);
  }

  private static void add(Map<String, CpuTicks> used, String role, CpuTicks ticks) {
    used.merge(role, ticks, CpuTicks::plus);
  }

  /** What has ended was seen with some time: that is what its parent's wait brings again. */
  private void noteEnded(Look now, Map<Long, Assigned> earlierRoles) {
    for (Process process : before.processes().values()) {
      String role = earlierRoles.get(process.pid()).role();
      // no process waits for a kernel thread
      if (lives(process, now) || role.equals(Roles.KERNEL)) {
        continue;
      }
      long waiting = process.parent();
      // no line of descent is longer than the table
      for (int step = 0; step < before.processes().size(); step++) {
        Process parent = before.processes().get(waiting);
        if (parent == null || lives(parent, now)) {
          break;
        }
        waiting = parent.parent();
      }
      Owed debt = owed.computeIfAbsent(waiting, pid -> new Owed());
      debt.seen = debt.seen.plus(process.own()).plus(process.waited());
      debt.age = 0;
      debt.weights.merge(role, 1 + process.own().total(), Long::sum);
      Owed inherited = owed.remove(process.pid());
      if (inherited != null) {
        debt.seen = debt.seen.plus(inherited.seen);
        inherited.weights.forEach((r, weight) -> debt.weights.merge(r, weight, Long::sum));
      }
    }
  }

  private static boolean lives(Process process, Look now) {
    Process later = now.processes().get(process.pid());
    return later != null && same(process, later);
  }

  private void settle(Map<Long, CpuTicks> waited, Map<String, CpuTicks> used) {
    Map<Long, Owed> open = new HashMap<>();
    Map<Long, CpuTicks> unexpected = new HashMap<>();
    owed.forEach(
        (pid, debt) -> {
          CpuTicks came = waited.getOrDefault(pid, CpuTicks.NONE);
          if (came.total() < debt.seen.total()) {
            debt.seen = debt.seen.minus(came).atLeastNone();
            open.put(pid, debt);
          } else {
            share(came.minus(debt.seen), debt.weights, used);
          }
        });
    waited.forEach(
        (pid, came) -> {
          if (!owed.containsKey(pid)) {
            unexpected.put(pid, came);
          }
        });
    unexpected.forEach((pid, came) -> unexpected(pid, came, open, used));
    open.values().removeIf(debt -> ++debt.age > PATIENCE || debt.seen.total() == 0);
    owed = open;
  }

  /**
   * Time of children that were never seen; or, where the parent has no role, of processes that it
   * waited for because their own parent had ended first.
   */
  private void unexpected(
      long pid, CpuTicks came, Map<Long, Owed> open, Map<String, CpuTicks> used) {
    String role = roles.get(pid).role();
    CpuTicks rest = came;
    if (role.equals(Roles.OTHER)) {
      for (Owed debt : open.values()) {
        CpuTicks paid = rest.atMost(debt.seen);
        rest = rest.minus(paid);
        debt.seen = debt.seen.minus(paid);
        if (debt.seen.total() == 0) {
          share(rest, debt.weights, used);
          rest = CpuTicks.NONE;
        }
      }
    }
    add(used, Roles.ofChild(role), rest);
  }

  /** To each in proportion to what it was seen to use. */
  private static void share(CpuTicks ticks, Map<String, Long> weights, Map<String, CpuTicks> used) {
    CpuTicks rest = ticks;
    long left = weights.values().stream().mapToLong(w -> w).sum();
    for (Map.Entry<String, Long> entry : weights.entrySet()) {
      CpuTicks part =
          new CpuTicks(
              Math.round(rest.user() * (double) entry.getValue() / left),
              Math.round(rest.system() * (double) entry.getValue() / left));
      add(used, entry.getKey(), part);
      rest = rest.minus(part);
      left -= entry.getValue();
    }
  }

  private Used result(Look now, Map<String, CpuTicks> used) {
    long interrupts = Math.max(0, now.interruptTicks() - before.interruptTicks());
    CpuTicks machine = now.busy().minus(before.busy()).plus(new CpuTicks(0, interrupts));
    CpuTicks processes = used.values().stream().reduce(CpuTicks.NONE, CpuTicks::plus);
    long rest = machine.total() - processes.total();
    add(used, Roles.KERNEL, new CpuTicks(0, Math.max(0, Math.min(rest, interrupts))));
    CpuTicks gap = machine.minus(used.values().stream().reduce(CpuTicks.NONE, CpuTicks::plus));
    return new Used(now.timeS() - before.timeS(), used, machine, gap);
  }
}
