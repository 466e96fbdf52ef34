package io.corebound.analysis.study.bound;

import io.corebound.analysis.Sentences;
import io.corebound.records.run.Bound;

/** The rules by which the figures of one second become what bounds it. */
public final class SecondRules {
  /** From this share of the cores' time on, worked or taken by the hypervisor, they are full. */
  static final double CORES_FULL = 0.90;

  /** From this share of its time on, a single core is full. */
  static final double CORE_FULL = 0.90;

  /** Up to so many cores, the command's own process is one thread that never waits. */
  static final double ONE_THREAD = 1.10;

  /** From this share of its time on with a request under way, a block device is full. */
  static final double UTIL_FULL = 0.95;

  /** From this share of its known rate on, a device is full. */
  static final double RATE_FULL = 0.90;

  /** From this share of the second on in which work stood still for I/O, the disk bounds it. */
  static final double STALLED = 0.50;

  /** The rules in words. */
  public static final String IN_WORDS = Sentences.of("bound.rules");

  private SecondRules() {}

  /** A device and how full it was, 0 to 1; NaN where that is not known. */
  record Fullest(String name, double share) {
    static final Fullest NONE = new Fullest("", Double.NaN);
  }

  /**
   * Figures of one second; NaN for what was not sampled.
   *
   * @param cores share of the time of all allowed cores in which they worked or were stolen
   * @param fullestCore the same of the fullest single core
   * @param runQueue tasks running or ready at the end of the second
   * @param blocked tasks waiting for I/O at its end
   * @param ioWaitCores core-seconds idle while a task of that core waited for I/O
   * @param ioSome share of the second in which at least one task waited for I/O
   * @param ioFull share in which all that had work to do did
   * @param diskByRate the device nearest to its known rate
   * @param diskMoving the device that moved the most; empty when none moved anything
   */
  record Use(
      double cores,
      double fullestCore,
      double ownCores,
      double runQueue,
      double blocked,
      double ioWaitCores,
      double ioSome,
      double ioFull,
      boolean disksSampled,
      Fullest diskByUtil,
      Fullest diskByRate,
      String diskMoving,
      Fullest network) {}

  /** What bounds a second, and which device or cores; empty for the others. */
  record Judgement(Bound bound, String what) {}

  static Judgement judge(Use use) {
    boolean networkFull = use.network().share() >= RATE_FULL;
    if (use.diskByRate().share() >= RATE_FULL
        && !(networkFull && use.network().share() > use.diskByRate().share())) {
      return new Judgement(Bound.DISK, use.diskByRate().name());
    }
    if (networkFull) {
      return new Judgement(Bound.NETWORK, use.network().name());
    }
    if (use.cores() >= CORES_FULL) {
      return new Judgement(Bound.CPU, "all cores");
    }
    if (use.ownCores() >= CORE_FULL && use.ownCores() <= ONE_THREAD) {
      return new Judgement(Bound.CPU, "its own thread");
    }
    if (use.diskByUtil().share() >= UTIL_FULL) {
      return new Judgement(Bound.DISK, use.diskByUtil().name());
    }
    if (stoodStill(use)) {
      return new Judgement(Bound.DISK, use.diskMoving().isEmpty() ? "I/O" : use.diskMoving());
    }
    if (use.fullestCore() >= CORE_FULL && use.runQueue() >= 1) {
      return new Judgement(Bound.CPU, "one core");
    }
    boolean known = !Double.isNaN(use.cores()) && use.disksSampled();
    return new Judgement(known ? Bound.WAITING : Bound.UNKNOWN, "");
  }

  /** Whether work stood still for I/O, for half of the second at least. */
  private static boolean stoodStill(Use use) {
    boolean waited = use.blocked() >= 1 && use.ioWaitCores() >= STALLED;
    // no pressure-stall information is no objection
    return use.ioFull() >= STALLED || (waited && !(use.ioSome() < STALLED));
  }
}
