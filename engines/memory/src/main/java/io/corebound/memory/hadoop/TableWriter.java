package io.corebound.memory.hadoop;

import io.corebound.memory.block.BlockWriter;
import io.corebound.memory.block.KeyHash;
import io.corebound.memory.block.MemoryBudget;
import io.corebound.memory.block.ValueTable;
import java.io.IOException;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * Where a Hadoop mapper writes to: a table of the serialized pairs, by key. The values of a key are
 * combined as soon as they fill a region, and again before they are written to blocks. The
 * partitioner is asked once for each key of the table.
 */
final class TableWriter<K, V> extends RecordWriter<K, V> {
  /**
   * Values of a key, in bytes, that are combined together, or written together without a combiner.
   */
  private static final int COMBINED_BYTES = 1 << 8;

  private static final int RUN_BYTES = 1 << 12;

  private final BlockWriter out;
  private final long most;
  private final Partitioner<K, V> partitioner;
  private final Serialized<K> keys;
  private final Serialized<V> values;
  private final Combine<K, V> combine;
  private final ValueTable table;
  private boolean combining;
  private long written;

  TableWriter(
      Job job,
      TaskAttemptContext task,
      Class<K> keyType,
      Class<V> valueType,
      MemoryBudget budget,
      BlockWriter out,
      long most)
      throws IOException, ClassNotFoundException {
    this.out = out;
    this.most = most;
    @SuppressWarnings("unchecked")
    Partitioner<K, V> made =
        (Partitioner<K, V>)
            ReflectionUtils.newInstance(job.getPartitionerClass(), task.getConfiguration());
    partitioner = made;
    keys = new Serialized<>(task.getConfiguration(), keyType);
    values = new Serialized<>(task.getConfiguration(), valueType);
    combine = job.getCombinerClass() == null ? null : new Combine<>(job, task, keyType, valueType);
    table = new ValueTable(budget, combine == null ? RUN_BYTES : COMBINED_BYTES, this::full);
  }

  private void full(int entry) {
    if (combine == null || combining) {
      // a combiner that writes more than it is given gets it back no second time
      writeOut(entry);
    } else {
      combining = true;
      combine.combine(table, entry);
      combining = false;
    }
  }

  private void writeOut(int entry) {
    if (table.count(entry) > 0) {
      table.write(entry, out);
      table.rewind(entry);
    }
  }

  @Override
  public void write(K key, V value) throws IOException {
    keys.write(key);
    values.write(value);
    long hash = KeyHash.of(keys.bytes(), 0, keys.length());
    int entry = table.find(keys.bytes(), 0, keys.length(), hash);
    if (entry == ValueTable.NONE) {
      if (table.bytes() > most) {
        drain();
      }
      entry = table.insert(keys.bytes(), 0, keys.length(), hash, partition(key, value));
    }
    table.append(entry, values.bytes(), 0, values.length());
    written++;
  }

  private int partition(K key, V value) throws IOException {
    if (out.partitions() == 1) {
      return 0;
    }
    int partition = partitioner.getPartition(key, value, out.partitions());
    if (partition < 0 || partition >= out.partitions()) {
      throw new IOException(
          "%s chose partition %s of %s"
              .formatted(partitioner.getClass().getName(), partition, out.partitions()));
    }
    return partition;
  }

  /** Combines and writes all out, and is empty then. */
  void drain() {
    for (int entry = table.first(); entry != ValueTable.NONE; entry = table.next(entry)) {
      if (combine != null && table.count(entry) > 1) {
        full(entry);
      }
      writeOut(entry);
    }
    table.clear();
  }

  long written() {
    return written;
  }

  @Override
  public void close(TaskAttemptContext task) {
    drain();
    table.release();
  }
}
