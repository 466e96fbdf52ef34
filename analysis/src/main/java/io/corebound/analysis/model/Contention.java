package io.corebound.analysis.model;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * By how much work costs more when others work as well: with every core busy by its like than with
 * one, with two of its like on one core than with one, and at one time than at another, as whoever
 * else shares the hardware lets it.
 *
 * @param beside with every core busy by its like
 * @param sharing with two of its like on a core, over one that has the core to itself
 * @param cores how many were busy when it was measured; 0 where nobody measured it
 * @param speed how much dearer all work is at another time: 1, as uncertain as the machine's speed
 *     was while it was measured; exact where nobody knows
 */
record Contention(Factors beside, Factors sharing, int cores, Figure speed) {

  /**
   * Of work with others over work alone. A factor below one is noise: nothing costs less in
   * company.
   *
   * @param ofOperation at least 1
   * @param ofTasks of whole tasks, by their ids, where they were measured
   */
  record Factors(Figure ofOperation, Map<String, Figure> ofTasks) {
    static final Factors UNKNOWN = new Factors(Figure.exact(1), Map.of());

    Factors {
      ofOperation = atLeastOne(ofOperation);
      Map<String, Figure> tasks = new TreeMap<>();
      ofTasks.forEach((task, figure) -> tasks.put(task, atLeastOne(figure)));
      ofTasks = tasks;
    }

    private static Figure atLeastOne(Figure figure) {
      return new Figure(Math.max(1, figure.value()), figure.scale(), figure.n());
    }

    /** That of a whole task; that of an operation where it was not measured. */
    Figure of(String task) {
      return ofTasks.getOrDefault(task, ofOperation);
    }

    private Factors with(String codec) {
      Map<String, Figure> tasks = new TreeMap<>(ofTasks);
      TaskFigures.ALL.forEach(
          task ->
              Optional.ofNullable(ofTasks.get(TaskFigures.with(codec, task)))
                  .ifPresent(own -> tasks.put(task, own)));
      return new Factors(ofOperation, tasks);
    }

    private Factors drawn(RandomGenerator random) {
      Figure drawn = ofOperation.times(ofOperation.drawFactor(random));
      Map<String, Figure> tasks = new TreeMap<>();
      ofTasks.forEach((task, figure) -> tasks.put(task, figure.times(figure.drawFactor(random))));
      return new Factors(drawn, tasks);
    }
  }

  /** A factor that somebody states. */
  static Contention stated(double factor) {
    return new Contention(
        new Factors(Figure.exact(factor), Map.of()), Factors.UNKNOWN, 0, Figure.exact(1));
  }

  /**
   * The same, in which a task has the factors of its like with another codec, where there are some.
   */
  Contention with(String codec) {
    return new Contention(beside.with(codec), sharing.with(codec), cores, speed);
  }

  /** The same with its factors drawn anew. */
  Contention drawn(RandomGenerator random) {
    return new Contention(beside.drawn(random), sharing.drawn(random), cores, speed);
  }
}
