package io.corebound.records.run;

import java.util.AbstractList;
import java.util.RandomAccess;

/** The rows of one device among those of {@link Samples}, in their order. */
public final class DeviceRows extends AbstractList<Samples.Row> implements RandomAccess {
  private final SampleRows all;
  private final int[] numbers;

  DeviceRows(SampleRows all, int[] numbers) {
    this.all = all;
    this.numbers = numbers;
  }

  @Override
  public int size() {
    return numbers.length;
  }

  @Override
  public Samples.Row get(int index) {
    return all.get(numbers[index]);
  }

  /** A row's time: the end of its interval, in seconds since the Unix epoch. */
  public double timeS(int index) {
    return all.timeS(numbers[index]);
  }

  /** A row's figure by the column's {@link Samples#indexOf}; NaN where the tool gave none. */
  public double value(int index, int column) {
    return all.value(numbers[index], column);
  }
}
