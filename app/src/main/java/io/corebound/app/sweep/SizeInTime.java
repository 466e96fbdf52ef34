package io.corebound.app.sweep;

import io.corebound.analysis.theory.Machine;
import io.corebound.analysis.theory.volumes.VolumesCache;
import io.corebound.app.run.RunRecord;
import io.corebound.app.run.Stages;
import io.corebound.cluster.lab.LabUser;
import io.corebound.cluster.libraries.HadoopLibraries;
import io.corebound.hosts.machine.MemoryRoom;
import io.corebound.hosts.process.LocalHost;
import io.corebound.records.run.Prediction;
import io.corebound.records.run.RunManifest;
import io.corebound.records.units.DataSize;
import io.corebound.terasortrunner.sweep.SweepCell;
import io.corebound.terasortrunner.sweep.SweepEstimate;
import io.corebound.terasortrunner.sweep.SweepRequest;
import io.corebound.terasortrunner.sweep.SweepSpace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
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
  private static final DataSize LEAST = DataSize.ofMegabytes(128);

  /** The same of a first impression, which is of one cell. */
  private static final DataSize LEAST_OF_BRIEF = DataSize.ofMegabytes(64);

  /** A lab and its two cells take longer than less. */
  private static final Duration LAB_FROM = Duration.ofMinutes(8);

  /** More than a core sorts in a minute of a run that also measures operations. */
  private static final double MB_PER_MINUTE_AND_CORE = 100;

  /** The report, and what stops and starts between the stages. */
  private static final Duration REST = Duration.ofSeconds(15);

  /** Whether there is time for one cell on loopback only. */
  public boolean isBrief() {
    return whole.compareTo(LAB_FROM) < 0;
  }

  private DataSize least() {
    return isBrief() ? LEAST_OF_BRIEF : LEAST;
  }

  /** Sizes to choose from, in two steps for each doubling, the largest first. */
  private List<DataSize> sizes() {
    double most =
        whole.toSeconds()
            / 60.0
            * MB_PER_MINUTE_AND_CORE
            * Runtime.getRuntime().availableProcessors();
    List<DataSize> sizes = new ArrayList<>();
    for (double mb = least().megabytes(); mb <= most || sizes.isEmpty(); mb *= 2) {
      sizes.add(0, DataSize.ofMegabytes(mb));
      sizes.add(0, DataSize.ofMegabytes(1.5 * mb));
    }
    return sizes;
  }

  /** The most that has room on a disk, before anything is measured. */
  DataSize most(Predicate<DataSize> hasRoom) {
    return sizes().stream().filter(hasRoom).findFirst().orElse(least());
  }

  /** The sweep with the most data that have room in memory now, before anything is measured. */
  public SweepRequest most(SweepRequest sweep, HadoopLibraries hadoop) {
    List<SweepCell> cells = sweep.plan().cells();
    MemoryRoom room = MemoryRoom.here();
    long free =
        Math.min(
                LabDisks.shared().bytes(),
                room.available().bytes()
                    - room.reserve().bytes()
                    - SweepJob.programs(sweep.largestCluster()))
            - LabUser.copies(LocalHost.forQuestions(), hadoop, List.of()).bytes();
    return sweep.of(most(size -> SweepSpace.ofLab(sweep.of(size), cells).bytes() <= free));
  }

  /** The sweep with the most data whose cells end in time, or with the least; says which, why. */
  SweepRequest fitting(Stages stages, SweepRequest most) {
    RunRecord record = stages.record();
    Machine operations = SweepPredictions.operations(record, most);
    VolumesCache volumes = new VolumesCache();
    SweepRequest sweep =
        most.of(
            fitting(
                stages,
                most.amount().size(),
                size -> needed(record, most.of(size), operations, volumes)));
    record.configure(ResumedSweep.REQUEST, sweep);
    return sweep;
  }

  /** The largest size up to one that ends in time, or the least; says which, and why. */
  DataSize fitting(Stages stages, DataSize most, Function<DataSize, Duration> needed) {
    Duration left = whole.minus(measured(stages.record().manifest())).minus(REST);
    Choice choice = choose(most, left, needed);
    stages
        .progress()
        .say(
            "  sorts %s, which takes about %s; %s left of %s; %s"
                .formatted(
                    choice.size().display(),
                    words(choice.needed()),
                    words(left),
                    words(whole),
                    why(choice, left)));
    return choice.size();
  }

  private static String why(Choice choice, Duration left) {
    if (choice.needed().compareTo(left) > 0) {
      return "the least that is worth measuring, so the run takes longer";
    }
    return choice.larger() == null
        ? "the most that has room"
        : "%s would take %s".formatted(choice.larger().display(), words(choice.neededByLarger()));
  }

  /** What its stages took, without the time between two sessions. */
  private static Duration measured(RunManifest manifest) {
    return manifest.stages().stream()
        .filter(s -> s.endedAt() != null)
        .map(s -> Duration.between(s.startedAt(), s.endedAt()))
        .reduce(Duration.ZERO, Duration::plus);
  }

  /** A part of what is left beside other stages, before the size is known. */
  Duration left(Collection<Duration> others, int parts) {
    Duration left = whole.minus(REST);
    for (Duration other : others) {
      left = left.minus(other);
    }
    return left.isNegative() ? Duration.ZERO : left.dividedBy(Math.max(1, parts));
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

  private static Duration needed(
      RunRecord record, SweepRequest sweep, Machine operations, VolumesCache volumes) {
    Map<String, Prediction> sorts = new HashMap<>();
    Function<SweepCell, Prediction> predicted =
        cell ->
            sorts.computeIfAbsent(
                cell.combination(),
                combination ->
                    SweepPredictions.point(record.directory(), sweep, operations, cell, volumes));
    return SweepEstimate.ofEach(sweep, sweep.plan().cells(), predicted).values().stream()
        .reduce(Duration.ZERO, Duration::plus);
  }

  private static String words(Duration time) {
    return time.isNegative()
        ? "nothing"
        : String.format(Locale.ROOT, "%s min %02d s", time.toMinutes(), time.toSecondsPart());
  }
}
