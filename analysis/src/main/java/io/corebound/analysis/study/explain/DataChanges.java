package io.corebound.analysis.study.explain;

import io.corebound.analysis.study.account.MapData;
import io.corebound.analysis.study.account.RanJob;
import io.corebound.analysis.study.account.Shape;
import io.corebound.analysis.study.account.Yardstick;
import io.corebound.analysis.study.account.Yardstick.Drawn;
import io.corebound.analysis.study.explain.Change.Caveat;
import io.corebound.analysis.study.explain.Change.Kind;
import io.corebound.analysis.theory.LeverRows;
import io.corebound.analysis.theory.Machine;
import io.corebound.records.config.LeverFile;
import io.corebound.records.history.Attempt;
import io.corebound.records.history.Counter;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What is done to a job's data: codec, sort buffer, collector; and what it is done on. */
final class DataChanges {
  private static final double MIB = 1 << 20;

  /** {@code mapreduce.task.io.sort.mb} is below 2048. */
  private static final double LARGEST_BUFFER_MIB = 2047;

  private static final double TWICE = 2;
  private static final String NOW = "as it is";
  private static final String TWICE_THAT = "twice that";

  private final RanJob ran;
  private final Shape shape;
  private final WhatIf whatIf;
  private final Machine machine;

  DataChanges(RanJob ran, WhatIf whatIf, Yardstick yardstick) {
    this.ran = ran;
    this.shape = ran.shape();
    this.whatIf = whatIf;
    this.machine = yardstick.point().costs().machine();
  }

  Stream<Optional<Change>> all() {
    return Stream.of(codec(), sortBuffer(), collector(), disks(), network(), cores());
  }

  private Optional<Change> codec() {
    String now = shape.codec();
    // what an unknown codec costs is not known
    if (!shape.map().sorts() || shape.compresses() && !machine.codecs().contains(now)) {
      return Optional.empty();
    }
    Set<String> others = new TreeSet<>(machine.codecs());
    others.add(Shape.NO_CODEC);
    others.remove(now);
    return others.stream()
        .map(other -> codec(now, other))
        .max(Comparator.comparingDouble(Change::gainS));
  }

  private Change codec(String now, String other) {
    return whatIf.of(
        Kind.CODEC,
        now,
        other,
        shape.compresses() ? Set.of() : Set.of(Caveat.OTHER_DATA),
        (own, d) -> own.withShape(shape.withCodec(other, ratio(now, other, d))));
  }

  /** Of the job's own data as far as they tell; else that of TeraSort's. */
  private double ratio(String now, String other, Drawn drawn) {
    if (other.equals(Shape.NO_CODEC)) {
      return 1;
    }
    double ofOther = drawn.costs().ratio(other);
    double ratio =
        shape.compresses() ? shape.map().ratio() * ofOther / drawn.costs().ratio(now) : ofOther;
    return Math.max(1, 1 + (ratio - 1) * drawn.ratio());
  }

  private Optional<Change> sortBuffer() {
    MapData map = shape.map();
    double mib = Math.ceil(largestBuffer() / ran.settings().spillPercent() / MIB / 10) * 10;
    if (!(map.mergedRecords() > 0)
        || mib > LARGEST_BUFFER_MIB
        || mib * MIB <= ran.settings().sortBuffer()
        || !shape.isHadoops()) {
      return Optional.empty();
    }
    boolean fits = 2 * mib * MIB <= ran.settings().heap(true);
    return Optional.of(
        whatIf.of(
            Kind.SORT_BUFFER,
            String.format(Locale.ROOT, "%.0f MiB", ran.settings().sortBuffer() / MIB),
            String.format(Locale.ROOT, "%.0f MiB", mib),
            fits ? Set.of() : Set.of(Caveat.NEEDS_HEAP),
            (own, d) -> own.withShape(shape.withOneSpill())));
  }

  /** What the map with most output has to hold. */
  private double largestBuffer() {
    return ran.maps().attempts().stream()
        .map(Attempt::counters)
        .mapToDouble(
            c -> c.get(Counter.MAP_OUTPUT_BYTES) + 16.0 * c.get(Counter.MAP_OUTPUT_RECORDS))
        .max()
        .orElse(0);
  }

  /** Ours takes keys of Text and no combiner. */
  private Optional<Change> collector() {
    boolean applies =
        shape.map().sorts()
            && shape.isHadoops()
            && shape.map().combinedRecords() == 0
            && ran.settings().mapOutputKey().endsWith(".io.Text")
            && machine.has(LeverRows.id(Shape.COLLECTOR, "sort"))
            && machine.has(LeverRows.id(Shape.COLLECTOR, "merge"));
    return applies
        ? Optional.of(
            whatIf.of(
                Kind.COLLECTOR,
                LeverFile.NONE,
                Shape.COLLECTOR,
                Set.of(),
                (own, d) -> own.withShape(shape.withCollector())))
        : Optional.empty();
  }

  private Optional<Change> disks() {
    return machine.modelsDisk()
        ? Optional.of(
            whatIf.of(Kind.DISKS, NOW, TWICE_THAT, Set.of(), (own, d) -> own.withDevices(TWICE, 1)))
        : Optional.empty();
  }

  private Optional<Change> network() {
    return machine.modelsNetwork()
        ? Optional.of(
            whatIf.of(
                Kind.NETWORK, NOW, TWICE_THAT, Set.of(), (own, d) -> own.withDevices(1, TWICE)))
        : Optional.empty();
  }

  /** Tasks of an uber job run one after the other in its master. */
  private Optional<Change> cores() {
    return ran.job().totals().uber()
        ? Optional.empty()
        : Optional.of(
            whatIf.of(
                Kind.CORES,
                NOW,
                TWICE_THAT,
                Set.of(Caveat.NEEDS_ROOM),
                (own, d) -> own.withTwiceTheCores()));
  }
}
