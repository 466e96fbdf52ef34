package io.corebound.app.run;

import io.corebound.hosts.machine.MemoryRoom;
import io.corebound.microbenchrunner.jmh.Catalogue;
import io.corebound.microbenchrunner.jmh.MicroPlan;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import java.nio.file.Path;

/** A run's peak of memory, on tmpfs and in JVMs, checked before anything is written. */
public record MemoryNeed(Whose whose, DataSize files, DataSize programs) {
  /** What needs memory, and how to need less. */
  public enum Whose {
    SUITES(
        "the micro suites need",
        "choose fewer suites, or a profile with smaller batches (of a sweep: --measure)"),
    LAB("the lab needs", "give it fewer nodes or containers, or sort less"),
    RUN("this run needs", "measure on a larger machine");

    private final String words;
    private final String remedy;

    Whose(String words, String remedy) {
      this.words = words;
      this.remedy = remedy;
    }
  }

  /** For what needs hardly any memory. */
  public static final MemoryNeed NONE = new MemoryNeed(Whose.RUN, new DataSize(0), new DataSize(0));

  /** Name tables, containers' small files. */
  private static final long BESIDE_BYTES = 64 << 20;

  /** The daemons of a cluster, idle or serving one client. */
  private static final long DAEMONS_BYTES = 1L << 30;

  /** JMH's own process, and corebound. */
  private static final long HARNESS_BYTES = 256 << 20;

  /** An ApplicationMaster and a job's client. */
  private static final long JOB_BYTES = 1L << 30;

  /** What a plan needs on a cluster like this one and a machine of {@code cpus}. */
  public static MemoryNeed of(MicroPlan plan, ClusterFile fitted, int cpus) {
    long heap = fitted.taskHeap().bytes();
    long copies = (plan.contention().isEmpty() ? 1 : cpus) * heap;
    long job =
        plan.own().contains(Catalogue.START) ? fitted.containersPerNode() * heap + JOB_BYTES : 0;
    return new MemoryNeed(
        Whose.SUITES,
        new DataSize(plan.memoryNeeded(cpus).bytes() + BESIDE_BYTES),
        new DataSize(
            Math.max(copies, job) + HARNESS_BYTES + (plan.needsCluster() ? DAEMONS_BYTES : 0)));
  }

  /** What a cluster like this one and one job on it need. */
  public static MemoryNeed ofJob(ClusterFile fitted) {
    long tasks = fitted.containersPerNode() * fitted.taskHeap().bytes();
    return new MemoryNeed(
        Whose.RUN,
        new DataSize(BESIDE_BYTES),
        new DataSize(tasks + JOB_BYTES + HARNESS_BYTES + DAEMONS_BYTES));
  }

  /** What two at once need. */
  public MemoryNeed twice() {
    return new MemoryNeed(
        whose, new DataSize(2 * files.bytes()), new DataSize(2 * programs.bytes()));
  }

  /** Whether all of it fits into the free memory, its files in a folder. */
  public boolean fits(MemoryRoom room, Path folder) {
    return room.available().compareTo(all()) >= 0
        && folder.toFile().getUsableSpace() >= files.bytes();
  }

  public DataSize all() {
    return new DataSize(files.bytes() + programs.bytes());
  }

  /** Checks that all of it fits into the free memory. */
  void check(MemoryRoom room) {
    if (room.available().compareTo(all()) < 0) {
      throw CoreboundException.missing(
          """
          %s %s of memory (%s in files on tmpfs, the rest for JVMs), and %s are available; end \
          other programs, or %s\
          """,
          whose.words, all().display(), files.display(), room.available().display(), whose.remedy);
    }
  }
}
