package io.corebound.analysis.theory;

import io.corebound.analysis.Sentences;
import io.corebound.analysis.theory.Figures.Key;
import io.corebound.records.config.LeverFile;
import io.corebound.records.config.MachineFile;
import io.corebound.records.run.Prediction;
import io.corebound.records.units.DataRate;
import io.corebound.records.units.Mean;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** One way in which a machine differs from a given one: {@link Machine#with(Overlay)}. */
@FunctionalInterface
public interface Overlay {
  /** What is known of the machine that differs, of what is known of the given one. */
  Figures over(Figures known, Machine given);

  /** Its disk's rates at the number of streams that a job has on a node. */
  static Overlay streams(int count) {
    return (known, given) -> {
      Map<Term, NavigableMap<Integer, Mean>> rates = known.byStreams();
      return known.changed(
          (key, f) -> rates.containsKey(key.term()) ? at(count, rates.get(key.term())) : f);
    };
  }

  private static Mean at(int streams, NavigableMap<Integer, Mean> rates) {
    Map.Entry<Integer, Mean> nearest = rates.floorEntry(streams);
    return nearest == null ? rates.firstEntry().getValue() : nearest.getValue();
  }

  /**
   * The disk and the network of another machine, which was read from {@code from}; refuses one that
   * has neither.
   */
  static Overlay devices(Machine other, Prediction.Base from) {
    if (!other.modelsDisk() && !other.modelsNetwork()) {
      throw Sentences.refusal("machine.base-without-devices", from.file());
    }
    return (known, given) -> {
      Figures own = known.without(Key::ofDevice).withoutGaps(Overlay::ofDevice);
      Figures others = other.figures();
      NavigableMap<Key, Mean> both = new TreeMap<>(own.table());
      both.putAll(others.without(key -> !key.ofDevice()).table());
      return new Figures(
          both,
          own.traits(),
          others.byStreams(),
          from,
          Stream.concat(own.gaps().stream(), others.gaps().stream().filter(Overlay::ofDevice))
              .toList());
    };
  }

  private static boolean ofDevice(Gap gap) {
    return gap.kind().ofDisk() || gap.kind().ofNetwork();
  }

  /**
   * A disk and a link whose rates are stated; null leaves one as it is. A stated disk has one rate
   * each way, whatever the number of streams; what it takes of the cores is that of the disk that
   * was measured.
   */
  static Overlay stated(MachineFile.Streams disk, DataRate network, Prediction.Base from) {
    return (known, given) -> {
      Figures on = known.withBase(from);
      if (network != null) {
        Mean rate = Mean.exact(network.megabytesPerSecond());
        on = put(on, Map.of(Term.NETWORK, rate)).withoutGaps(g -> g.kind().ofNetwork());
      }
      return disk == null ? on : stated(given, on, disk);
    };
  }

  private static Figures stated(Machine given, Figures known, MachineFile.Streams disk) {
    Set<Term> bothWays = Set.of(Term.READ_OF_ONE, Term.WRITE_OF_ONE, Term.READ_WRITE);
    Figures oneWay = known.without(key -> bothWays.contains(key.term()));
    Map<Term, Mean> rates =
        Map.of(Term.DISK_READ, disk.read().mean(), Term.DISK_WRITE, disk.write().mean());
    boolean writesBack = given.has(Term.WRITE_BACK);
    Gap writeBack = Gap.of(writesBack ? Gap.Kind.STATED_DISK_WRITE_BACK : Gap.Kind.NO_WRITE_BACK);
    Gap atOnce = Gap.of(Gap.Kind.STATED_DISK_ONE_WAY);
    Figures stated = put(oneWay, rates).withByStreams(Map.of()).withoutGaps(g -> g.kind().ofDisk());
    return (given.diskAtOnce() > 0 ? stated.lacking(atOnce) : stated).lacking(writeBack);
  }

  private static Figures put(Figures known, Map<Term, Mean> rates) {
    NavigableMap<Key, Mean> table = new TreeMap<>(known.table());
    rates.forEach((term, rate) -> table.put(new Key(term), rate));
    return known.withTable(table);
  }

  /** The rates of its disk and of its link each multiplied by a factor. */
  static Overlay faster(double disk, double network) {
    return (known, given) -> {
      Map<Term, NavigableMap<Integer, Mean>> streams = new HashMap<>();
      known
          .byStreams()
          .forEach(
              (term, rates) -> {
                NavigableMap<Integer, Mean> scaled = new TreeMap<>(rates);
                scaled.replaceAll((count, rate) -> rate.times(disk));
                streams.put(term, scaled);
              });
      return known
          .withByStreams(streams)
          .changed(
              (key, f) ->
                  key.term().kind == Term.Kind.RATE
                      ? f.times(key.term() == Term.NETWORK ? network : disk)
                      : f);
    };
  }

  /** Every figure drawn by its standard error, but for the speed of all work. */
  static Overlay draw(RandomGenerator random) {
    return (known, given) -> {
      Map<Key, Mean> table = known.table();
      Map<Key, Double> factors = new HashMap<>();
      table.forEach(
          (key, figure) -> {
            Term with = key.term().drawnWith;
            Key other = with == null ? null : new Key(with, key.subject());
            boolean shared =
                other != null
                    && (key.term().kind != Term.Kind.RATE || figure.equals(table.get(other)));
            factors.put(
                key,
                shared
                    ? factors.getOrDefault(other, 1.0)
                    : key.term() == Term.SPEED ? 1 : factor(figure, random));
          });
      return known.changed((key, f) -> Mean.exact(f.value() * factors.get(key)));
    };
  }

  /**
   * By which one draw differs from the mean: log-normal, so that it is above zero. What is hardly
   * above zero may have an error many times as large, which a logarithm does not know.
   */
  private static double factor(Mean figure, RandomGenerator random) {
    return figure.error() > 0 && figure.value() != 0
        ? Math.exp(Math.min(1, figure.error() / Math.abs(figure.value())) * random.nextGaussian())
        : 1;
  }

  /**
   * Another time, when all work costs a factor more: core-seconds, and time in which cores work. Of
   * the time until the first map only the ApplicationMaster's work does.
   */
  static Overlay speed(double factor) {
    return (known, given) -> {
      double masterS = given.value(Term.MASTER) * (factor - 1) / given.coresOfMaster();
      return known.changed(
          (key, f) ->
              key.term().kind == Term.Kind.WORK
                  ? f.times(factor)
                  : key.term() == Term.SUBMIT_TO_FIRST_MAP
                      ? new Mean(f.value() + masterS, f.error(), f.n())
                      : f);
    };
  }

  /** Whole tasks are not known: each is the sum of its operations. */
  static Overlay withoutWholeTasks() {
    return (known, given) -> known.without(Key::ofEmptyTask);
  }

  /** The whole tasks that were measured with another codec of the map output. */
  static Overlay wholeTasksOf(String codec) {
    return (known, given) -> {
      Map<String, String> measured = new TreeMap<>();
      TaskFigures.ALL.forEach(task -> measured.put(task, TaskFigures.with(codec, task)));
      return known
          .standingIn(measured)
          .without(k -> k.ofEmptyTask() && !TaskFigures.ALL.contains(k.subject()));
    };
  }

  /** What starts take under a lever, by its name, in the place of what they take without one. */
  static Overlay startingUnder(String lever) {
    return (known, given) -> known.startingUnder(lever);
  }

  /**
   * What was measured under a lever. A map task that it replaces and that was not is the sum of its
   * operations; of these, those that were not are not known any more.
   *
   * @param mapTask the whole map task of the job
   */
  static Overlay lever(LeverFile lever, String mapTask) {
    return (known, given) -> {
      Map<String, String> measured = new TreeMap<>();
      Set<String> lost = new TreeSet<>();
      LeverRows.standingIn(known, lever, mapTask)
          .forEach(
              (operation, own) ->
                  own.ifPresentOrElse(
                      id -> measured.put(operation, id), () -> lost.add(operation)));
      Optional<String> starts = LeverRows.starts(known, lever);
      Figures with =
          known
              .standingIn(measured)
              .without(k -> lost.contains(k.subject()) && k.ofWork())
              .withoutGaps(g -> lost.contains(g.operation()));
      Figures all = starts.map(with::startingUnder).orElse(with);
      if (given.task(mapTask).isEmpty() || all.of(Term.EMPTY_COST, mapTask) != null) {
        return all;
      }
      return all.lacking(
          Gap.ofOperation(
              mapTask, Gap.Kind.TASK_WITHOUT_LEVER, mapTask, lever.name(), lever.profile()));
    };
  }
}
