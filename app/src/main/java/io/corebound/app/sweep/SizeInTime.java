package io.corebound.app.sweep;

import io.corebound.analysis.model.Machine;
import io.corebound.app.run.RunRecord;
import io.corebound.app.run.Stages;
import io.corebound.hosts.machine.MemoryRoom;
import io.corebound.records.run.Prediction;
import io.corebound.records.units.DataSize;
import io.corebound.terasortrunner.sweep.SweepCell;
import io.corebound.terasortrunner.sweep.SweepEstimate;
import io.corebound.terasortrunner.sweep.SweepRequest;
import io.corebound.terasortrunner.sweep.SweepSpace;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * How much a run sorts that is given a time: the most whose cells end in it. The cells are
 * predicted from operations that this run has just measured, so that a slow hour makes the data
 * smaller, not the run longer.
 */
public record SizeInTime(Duration whole) {
  /** Less is nearly all start of containers. */
  private static final DataSize LEAST = DataSize.ofMegabytes(64);

  /** More than a core sorts in a minute of a run that also measures operations. */
  private static final double MB_PER_MINUTE_AND_CORE = 100;

  /** The report, and what stops and starts between the stages. */
  private static final Duration REST = Duration.ofSeconds(15);

  /** Sizes to choose from, in two steps for each doubling, the largest first. */
  private List<DataSize> sizes() {
    double most =
        whole.toSeconds()
            / 60.0
            * MB_PER_MINUTE_AND_CORE
            * Runtime.getRuntime().availableProcessors();
    List<DataSize> sizes = new ArrayList<>();
    for (double mb = LEAST.megabytes(); mb <= most || sizes.isEmpty(); mb *= 2) {
      sizes.add(0, DataSize.ofMegabytes(mb));
      sizes.add(0, DataSize.ofMegabytes(1.5 * mb));
    }
    return sizes;
  }

  /** The most that has room on a disk, before anything is measured. */
  DataSize most(Predicate<DataSize> hasRoom) {
    return sizes().stream().filter(hasRoom).findFirst().orElse(LEAST);
  }

  /** The sweep with the most data that have room in memory now, before anything is measured. */
  public SweepRequest most(SweepRequest sweep) {
    List<SweepCell> cells = sweep.plan().cells();
    MemoryRoom room = MemoryRoom.here();
    long free =
        Math.min(
            LabDisks.shared().bytes(),
            room.available().bytes()
                - room.reserve().bytes()
                - SweepJob.programs(sweep.largestCluster()));
    return sweep.of(most(size -> SweepSpace.ofLab(sweep.of(size), cells).bytes() <= free));
  }

  /** The sweep with the most data whose cells end in time, or with the least; says which, why. */
  SweepRequest fitting(Stages stages, SweepRequest most) {
    RunRecord record = stages.record();
    Machine operations = SweepPredictions.operations(record, most);
    SweepRequest sweep =
        most.of(
            fitting(
                stages, most.amount().size(), size -> needed(record, most.of(size), operations)));
    record.configure(ResumedSweep.REQUEST, sweep);
    return sweep;
  }

  /** The largest size up to one that ends in time, or the least; says which, and why. */
  DataSize fitting(Stages stages, DataSize most, Function<DataSize, Duration> needed) {
    Duration gone = Duration.between(stages.record().manifest().startedAt(), Instant.now());
    Duration left = whole.minus(gone).minus(REST);
    Choice choice = choose(most, left, needed);
    String larger =
        choice.larger() == null
            ? ""
            : "; %s would take %s"
                .formatted(choice.larger().display(), words(choice.neededByLarger()));
    stages
        .progress()
        .say(
            "  sorts %s, which takes about %s: %s of %s are left%s"
                .formatted(
                    choice.size().display(),
                    words(choice.needed()),
                    words(left),
                    words(whole),
                    larger));
    return choice.size();
  }

  /** A size with its time, and those of the next larger one; null where there is none. */
  record Choice(DataSize size, Duration needed, DataSize larger, Duration neededByLarger) {}

  Choice choose(DataSize most, Duration left, Function<DataSize, Duration> needed) {
    Choice choice = null;
    for (DataSize size : sizes().stream().filter(s -> s.compareTo(most) <= 0).toList()) {
      choice =
          new Choice(
              size,
              needed.apply(size),
              choice == null ? null : choice.size(),
              choice == null ? null : choice.needed());
      if (choice.needed().compareTo(left) <= 0) {
        break;
      }
    }
    return choice;
  }

  private static Duration needed(RunRecord record, SweepRequest sweep, Machine operations) {
    Duration all = Duration.ZERO;
    for (Map.Entry<SweepCell, Duration> cell :
        SweepEstimate.ofEach(sweep, sweep.plan().cells()).entrySet()) {
      Prediction sort =
          SweepPredictions.point(record.directory(), sweep, operations, cell.getKey());
      all = all.plus(SweepPredictions.expected(sweep, cell.getKey(), cell.getValue(), sort));
    }
    return all;
  }

  private static String words(Duration time) {
    return time.isNegative()
        ? "none"
        : "%d min %02d s".formatted(time.toMinutes(), time.toSecondsPart());
  }
}
