package io.corebound.analysis.theory.simulation;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A long list of few different things, most of which stand many times in a row: the tasks of a job,
 * the sizes of its splits. It takes the memory, and to go through its runs the time, of the few.
 */
public final class RunLengthList<T> extends AbstractList<T> {
  private final List<Run<T>> runs;
  private final int size;

  /** The same thing several times in a row, at least once. */
  public record Run<T>(T value, int count) {}

  private RunLengthList(List<Run<T>> runs) {
    this.runs = runs;
    this.size = runs.stream().mapToInt(Run::count).reduce(0, Math::addExact);
  }

  /** The elements of a list; those in a row that are one object are one run. */
  public static <T> RunLengthList<T> of(List<T> elements) {
    if (elements instanceof RunLengthList<T> repeated) {
      return repeated;
    }
    return ofRuns(elements.stream().map(e -> new Run<>(e, 1)).toList());
  }

  /** Runs in order; neighbours of one object become one. */
  public static <T> RunLengthList<T> ofRuns(List<Run<T>> runs) {
    List<Run<T>> joined = new ArrayList<>();
    for (Run<T> run : runs) {
      int last = joined.size() - 1;
      if (last >= 0 && joined.get(last).value() == run.value()) {
        joined.set(last, new Run<>(run.value(), joined.get(last).count() + run.count()));
      } else {
        joined.add(run);
      }
    }
    return new RunLengthList<>(joined);
  }

  public List<Run<T>> runs() {
    return runs;
  }

  @Override
  public T get(int index) {
    Objects.checkIndex(index, size);
    int left = index;
    for (Run<T> run : runs) {
      if (left < run.count()) {
        return run.value();
      }
      left -= run.count();
    }
    throw new IllegalStateException("the runs are shorter than the list");
  }

  @Override
  public int size() {
    return size;
  }
}
