package io.corebound.analysis.model;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * By how much work costs more when others work as well: with every core busy by its like than with
 * one, and at one time than at another, as whoever else shares the hardware lets it.
 *
 * @param factor of an operation, at least 1
 * @param ofTasks of whole tasks, by their ids, where they were measured side by side
 * @param cores how many were busy when it was measured; 0 where nobody measured it
 * @param speed how much dearer all work is at another time: 1, as uncertain as the machine's speed
 *     was while it was measured; exact where nobody knows
 */
record Contention(Figure factor, Map<String, Figure> ofTasks, int cores, Figure speed) {
  /** A factor below one is noise: nothing costs less among busy cores. */
  Contention {
    factor = atLeastOne(factor);
    Map<String, Figure> tasks = new TreeMap<>();
    ofTasks.forEach((task, figure) -> tasks.put(task, atLeastOne(figure)));
    ofTasks = tasks;
  }

  private static Figure atLeastOne(Figure figure) {
    return new Figure(Math.max(1, figure.value()), figure.scale(), figure.n());
  }

  /** A factor that somebody states. */
  static Contention stated(double factor) {
    return new Contention(Figure.exact(factor), Map.of(), 0, Figure.exact(1));
  }

  /** That of a whole task, where it was measured. */
  Optional<Figure> of(String task) {
    return Optional.ofNullable(ofTasks.get(task));
  }

  /**
   * The same, in which a task has the factor of its like with another codec, where there is one.
   */
  Contention with(String codec) {
    Map<String, Figure> tasks = new TreeMap<>(ofTasks);
    TaskFigures.ALL.forEach(
        task -> of(TaskFigures.with(codec, task)).ifPresent(own -> tasks.put(task, own)));
    return new Contention(factor, tasks, cores, speed);
  }

  /** The same with its factors drawn anew. */
  Contention drawn(RandomGenerator random) {
    Figure drawn = factor.times(factor.drawFactor(random));
    Map<String, Figure> tasks = new TreeMap<>();
    ofTasks.forEach((task, figure) -> tasks.put(task, figure.times(figure.drawFactor(random))));
    return new Contention(drawn, tasks, cores, speed);
  }
}
