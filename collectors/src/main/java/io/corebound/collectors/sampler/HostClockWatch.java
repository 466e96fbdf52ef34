package io.corebound.collectors.sampler;

import io.corebound.hosts.process.ClockOffset;
import io.corebound.hosts.process.Host;
import io.corebound.records.run.CommandResult.ClockReading;
import io.corebound.records.run.CommandResult.HostClock;
import io.corebound.records.run.Samples;
import io.corebound.records.units.CoreboundException;
import java.util.List;
import java.util.Locale;

/**
 * Follows how a host's clock stands to ours while its collectors run, and gives its samples our
 * time. Between the two readings, at the start and at the end, the offset is taken to change evenly
 * (clocks drift); where it has changed by more than {@value #LARGEST_STEP_S} s and a drift of
 * {@value #LARGEST_DRIFT} of the time between them, a clock was set at an unknown time.
 */
final class HostClockWatch {
  private static final double LARGEST_STEP_S = 1;

  /** Clocks that are not corrected drift apart by some tenths of a second an hour. */
  private static final double LARGEST_DRIFT = 200e-6;

  private static final double MICROS = 1e6;

  private final Host host;
  private final Timer time;
  private final double startedS;
  private final long startedNanos;
  private ClockReading start;
  private ClockReading end;
  private double ownStepS;
  private String unread = "";
  private String unreadAtEnd = "";

  private HostClockWatch(Host host, Timer time) {
    this.host = host;
    this.time = time;
    this.startedS = now();
    this.startedNanos = time.nanos();
  }

  /** Takes the first reading. */
  static HostClockWatch start(Host host, Timer time) throws InterruptedException {
    HostClockWatch watch = new HostClockWatch(host, time);
    try {
      watch.start = watch.read();
    } catch (CoreboundException e) {
      watch.unread = e.getMessage();
    }
    return watch;
  }

  private ClockReading read() throws InterruptedException {
    ClockOffset offset = host.clockOffset();
    return new ClockReading(now(), offset.offsetS(), offset.uncertaintyS());
  }

  private double now() {
    return time.millis() / 1e3;
  }

  /** The fraction of a second that the host's clock shows now, in milliseconds. */
  long millisOfSecond() {
    long aheadMillis = start == null ? 0 : Math.round(start.offsetS() * 1e3);
    return Math.floorMod(time.millis() + aheadMillis, 1000L);
  }

  /** Takes the last reading; a host that is lost gives none. */
  void end() {
    ownStepS = now() - startedS - (time.nanos() - startedNanos) / 1e9;
    if (start == null || host.lost().isPresent()) {
      return;
    }
    try {
      end = read();
    } catch (CoreboundException e) {
      unreadAtEnd = e.getMessage();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  HostClock readings() {
    return new HostClock(start, end);
  }

  /** What makes the samples' times doubtful, in words; else empty. */
  String problem() {
    if (!unreadAtEnd.isEmpty()) {
      return "whether its clock was set meanwhile is not known: " + unreadAtEnd;
    }
    return start == null
        ? "its samples have the times of its own clock, which could not be compared with ours: "
            + unread
        : problem(host.name(), readings(), ownStepS);
  }

  static String problem(String host, HostClock readings, double ownStepS) {
    if (Math.abs(ownStepS) > LARGEST_STEP_S) {
      return set("this machine's clock", ownStepS);
    }
    double stepS = stepS(readings);
    return wasSet(readings) ? set("the clock of " + host, stepS) : "";
  }

  private static String set(String whose, double stepS) {
    return String.format(
        Locale.ROOT,
        "%s was set %s by %.1f s meanwhile, so that it is not known when its samples were taken",
        whose,
        stepS > 0 ? "forward" : "back",
        Math.abs(stepS));
  }

  private static boolean wasSet(HostClock readings) {
    return readings.end() != null
        && Math.abs(stepS(readings))
            > LARGEST_STEP_S + LARGEST_DRIFT * (readings.end().timeS() - readings.start().timeS());
  }

  private static double stepS(HostClock readings) {
    return readings.end() == null ? 0 : readings.end().offsetS() - readings.start().offsetS();
  }

  /** The samples with our time in the place of the host's. */
  List<Samples> ours(List<Samples> samples) {
    return ours(samples, readings());
  }

  static List<Samples> ours(List<Samples> samples, HostClock readings) {
    if (readings.start() == null || (readings.start().offsetS() == 0 && stepS(readings) == 0)) {
      return samples;
    }
    return samples.stream()
        .map(s -> s.with(timeS -> ours(timeS, readings), device -> device))
        .toList();
  }

  /** Our time when the host's clock showed that time. */
  static double ours(double hostsS, HostClock readings) {
    double startS = readings.start().offsetS();
    double offsetS = startS;
    double stepS = stepS(readings);
    if (stepS != 0 && !wasSet(readings)) {
      double betweenS = readings.end().timeS() - readings.start().timeS();
      double sinceS = hostsS - startS - readings.start().timeS();
      double share = betweenS > 0 ? sinceS / betweenS : 0;
      offsetS += stepS * Math.max(0, Math.min(1, share));
    }
    return Math.round((hostsS - offsetS) * MICROS) / MICROS;
  }
}
