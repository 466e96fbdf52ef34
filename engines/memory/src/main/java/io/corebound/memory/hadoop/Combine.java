package io.corebound.memory.hadoop;

import io.corebound.memory.block.ValueTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.reduce.WrappedReducer;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * A job's combiner, as it is, on the values of one key of a map's table. What it writes takes their
 * place.
 */
final class Combine<K, V> extends RecordWriter<K, V> {
  private final Reducer<K, V, K, V> combiner;
  private final GroupContext<K, V, K, V> group;
  private final Reducer<K, V, K, V>.Context context;
  private final Serialized<K> keys;
  private final Serialized<V> values;
  private final EntryGroup entry = new EntryGroup();
  private final DataOutputBuffer combined = new DataOutputBuffer();

  Combine(Job job, TaskAttemptContext task, Class<K> keyType, Class<V> valueType)
      throws IOException, ClassNotFoundException {
    @SuppressWarnings("unchecked")
    Reducer<K, V, K, V> made =
        (Reducer<K, V, K, V>)
            ReflectionUtils.newInstance(job.getCombinerClass(), task.getConfiguration());
    combiner = made;
    keys = new Serialized<>(task.getConfiguration(), keyType);
    values = new Serialized<>(task.getConfiguration(), valueType);
    group = new GroupContext<>(task, keys, values, this, null);
    context = new WrappedReducer<K, V, K, V>().getReducerContext(group);
  }

  /** Combines the values of an entry. */
  void combine(ValueTable table, int at) {
    entry.take(table, at);
    combined.reset();
    group.on(entry);
    try {
      combiner.run(context);
      table.rewind(at);
      byte[] bytes = combined.getData();
      for (int from = 0; from < combined.getLength(); ) {
        int length = length(bytes, from);
        table.append(at, bytes, from + Integer.BYTES, length);
        from += Integer.BYTES + length;
      }
    } catch (IOException e) {
      throw new IllegalStateException("the combiner failed: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the combiner was interrupted", e);
    }
  }

  private static int length(byte[] bytes, int from) {
    return ByteBuffer.wrap(bytes, from, Integer.BYTES).getInt();
  }

  @Override
  public void write(K key, V value) throws IOException {
    keys.write(key);
    if (!entry.isKey(keys.bytes(), keys.length())) {
      throw new IOException("it wrote another key than it was given, which is not served here");
    }
    values.write(value);
    combined.writeInt(values.length());
    combined.write(values.bytes(), 0, values.length());
  }

  @Override
  public void close(TaskAttemptContext task) {}
}
