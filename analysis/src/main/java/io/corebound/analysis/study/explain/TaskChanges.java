package io.corebound.analysis.study.explain;

import io.corebound.analysis.study.account.Course;
import io.corebound.analysis.study.account.RanJob;
import io.corebound.analysis.study.account.Yardstick;
import io.corebound.analysis.study.explain.Change.Caveat;
import io.corebound.analysis.study.explain.Change.Kind;
import io.corebound.analysis.theory.LeverRows;
import io.corebound.analysis.theory.Machine;
import io.corebound.analysis.theory.Overlay;
import io.corebound.analysis.theory.TaskFigures;
import io.corebound.records.config.LeverFile;
import io.corebound.records.history.Counter;
import io.corebound.records.history.Interval;
import io.corebound.records.history.Setting;
import io.corebound.records.history.TaskType;
import io.corebound.records.units.DataSize;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** How a job is cut into tasks, and when they start. */
final class TaskChanges {
  /** Fewer slots than this much of the tasks at once would be a matter of a task or two. */
  private static final double CLEARLY = 1.2;

  /** The start of a container may be this part of a task. */
  private static final double START_OF_TASK = 0.2;

  /** Reduces that begin after this part of the maps hold few slots for long. */
  private static final String LATER = "0.9";

  private static final String EARLIER = "0.8";
  private static final double LATE = 0.9;

  /** Splits of less than this part of what may be in one are ends of files, or small files. */
  private static final double SMALL = 0.5;

  /** Hadoop's own limit of an uber job, {@code mapreduce.job.ubertask.maxreduces}. */
  private static final int UBER_REDUCES = 1;

  private final RanJob ran;
  private final Course course;
  private final int slots;

  TaskChanges(RanJob ran) {
    this.ran = ran;
    this.course = new Course(ran);
    this.slots = Math.max(course.peak(TaskType.MAP), course.peak(TaskType.REDUCE));
  }

  Stream<Optional<Change>> withoutMachine() {
    return Stream.of(slowStart(), reducesByTime(), splitsByTime());
  }

  Stream<Optional<Change>> withMachine(WhatIf whatIf, Yardstick yardstick) {
    return Stream.of(
        slowStart(),
        reduces(whatIf),
        splits(whatIf, yardstick),
        starts(whatIf, yardstick),
        uber(whatIf));
  }

  /** What part of it comes true nobody can say: the middle stands for it. */
  private static Change between(
      Kind kind, String from, String to, double most, Double savedCoreS, Caveat... more) {
    Set<Caveat> caveats = Collections.unmodifiableSet(EnumSet.of(Caveat.AT_MOST, more));
    return new Change(kind, from, to, most / 2, 0, most, savedCoreS, caveats);
  }

  private Optional<Change> slowStart() {
    if (ran.reduces().tasks() == 0 || slots == 0) {
      return Optional.empty();
    }
    double waves = Math.ceil(ran.maps().tasks() / (double) slots);
    double slowStart = ran.settings().slowStart();
    String from =
        ran.settings().stated().getOrDefault(Setting.SLOW_START, String.valueOf(slowStart));
    if (slowStart >= LATE) {
      double most = ran.moments().lengthS(Interval.SHUFFLE_TAIL) * (1 - 1 / Math.max(1, waves));
      return Optional.of(between(Kind.SLOW_START, from, EARLIER, most, null));
    }
    return Optional.of(between(Kind.SLOW_START, from, LATER, heldByReducesS() / slots, null));
  }

  /** Seconds in which reduces held a slot while maps had not all started. */
  private double heldByReducesS() {
    long lastStart =
        ran.maps().attempts().stream().mapToLong(a -> a.times().startMs()).max().orElse(0);
    long[] ends = {ran.moments().firstMapMs(), lastStart};
    return ran.reduces().attempts().stream()
            .mapToDouble(
                a -> Course.overlapMs(a.times().startMs(), a.times().shuffleFinishMs(), ends))
            .sum()
        / 1e3;
  }

  /** As many as run at once, or whole waves of them; 0 where that is what there is. */
  private int betterReduces() {
    int now = ran.reduces().tasks();
    double running = course.running(Interval.REDUCE);
    int waves = Math.max(1, (int) Math.round(now / (double) Math.max(1, slots)));
    int other = slots * waves;
    return now == 0 || other == now || slots < CLEARLY * running ? 0 : other;
  }

  private Optional<Change> reduces(WhatIf whatIf) {
    int other = betterReduces();
    if (other == 0) {
      return Optional.empty();
    }
    Change most =
        whatIf.of(
            Kind.REDUCES,
            String.valueOf(ran.reduces().tasks()),
            String.valueOf(other),
            Set.of(Caveat.AT_MOST),
            (own, d) -> own.withTasks(ran.maps().tasks(), other));
    // skewed data would not run in all of them to the end
    return Optional.of(
        between(most.kind(), most.from(), most.to(), most.gainS(), most.savedCoreS()));
  }

  private Optional<Change> reducesByTime() {
    int other = betterReduces();
    double most =
        ran.moments().lengthS(Interval.REDUCE) * (1 - course.running(Interval.REDUCE) / slots);
    return other == 0
        ? Optional.empty()
        : Optional.of(
            between(
                Kind.REDUCES,
                String.valueOf(ran.reduces().tasks()),
                String.valueOf(other),
                most,
                null));
  }

  /**
   * Fewer maps, so that the start of each is a small part of it; 0 where it is, and where maps read
   * nothing that is split.
   */
  private int fewerMaps(double startS) {
    int now = ran.maps().tasks();
    if (!(ran.shape().map().inputBytes() > 0)) {
      return 0;
    }
    double mean = now == 0 ? 0 : ran.maps().seconds() / now;
    double workS = Math.max(0.05 * mean, mean - startS);
    double times = Math.ceil(startS / workS * (1 - START_OF_TASK) / START_OF_TASK);
    int fewer = (int) Math.max(slots, Math.ceil(now / Math.max(1, times)));
    return times < 2 || fewer >= now || ran.job().totals().uber() ? 0 : fewer;
  }

  private Optional<Change> splits(WhatIf whatIf, Yardstick yardstick) {
    int fewer = fewerMaps(yardstick.point().costs().containerS(true));
    if (fewer == 0) {
      return Optional.empty();
    }
    return Optional.of(
        whatIf.of(
            Kind.SPLIT_SIZE,
            split(ran.maps().tasks()),
            split(fewer),
            caveats(),
            (own, d) -> own.withTasks(fewer, ran.reduces().tasks())));
  }

  /** The lever under which containers start soonest, of those that change nothing else. */
  private Optional<Change> starts(WhatIf whatIf, Yardstick yardstick) {
    return ran.job().totals().uber() || !ran.settings().startLever().equals(LeverFile.NONE)
        ? Optional.empty()
        : yardstick.point().costs().machine().leversOfStarts().stream()
            .filter(lever -> ownWorkStays(yardstick.point().costs().machine(), lever))
            .map(
                lever ->
                    whatIf.of(
                        Kind.STARTS,
                        LeverFile.NONE,
                        lever,
                        Set.of(Caveat.SAME_WORK),
                        (own, d) -> own.withDevices(Overlay.startingUnder(lever))))
            .max(Comparator.comparingDouble(Change::gainS));
  }

  /** How much of what a task compiles and loads the master has already is not known. */
  private Optional<Change> uber(WhatIf whatIf) {
    boolean small =
        ran.maps().tasks() <= Setting.UBER_MAPS && ran.reduces().tasks() <= UBER_REDUCES;
    if (!small || ran.job().totals().uber()) {
      return Optional.empty();
    }
    Change most = whatIf.of(Kind.UBER, "", "", Set.of(), (own, d) -> own.inMaster());
    return Optional.of(
        between(Kind.UBER, "", "", most.gainS(), most.savedCoreS() / 2, Caveat.MEMORY_OF_MASTER));
  }

  /** Of a lever with which whole tasks were measured, they cost something else. */
  private static boolean ownWorkStays(Machine machine, String lever) {
    return LeverFile.parts(lever).stream()
        .noneMatch(part -> machine.has(LeverRows.id(part, TaskFigures.MAP)));
  }

  /** FileInputFormat joins no files. */
  private Set<Caveat> caveats() {
    double block = ran.settings().number(Setting.BLOCK_SIZE, 128 << 20);
    double most = Math.min(block, ran.settings().number(Setting.SPLIT_MAX, block));
    double mean = ran.shape().map().inputBytes() / Math.max(1, ran.maps().tasks());
    return mean < SMALL * most ? Set.of(Caveat.SMALL_FILES) : Set.of();
  }

  /** A start takes at most what a map is not on the CPU, for its counter begins after it. */
  private Optional<Change> splitsByTime() {
    double startS =
        ran.maps().attempts().stream()
            .filter(a -> a.counters().get(Counter.CPU_MILLISECONDS) > 0)
            .mapToDouble(a -> a.elapsedS() - a.counters().get(Counter.CPU_MILLISECONDS) / 1e3)
            .filter(s -> s > 0)
            .min()
            .orElse(0);
    int fewer = fewerMaps(startS);
    double most = (ran.maps().tasks() - fewer) * startS / course.running(Interval.MAP);
    return fewer == 0
        ? Optional.empty()
        : Optional.of(
            between(Kind.SPLIT_SIZE, split(ran.maps().tasks()), split(fewer), most, null));
  }

  private String split(int maps) {
    return new DataSize(Math.round(ran.shape().map().inputBytes() / Math.max(1, maps))).display();
  }
}
