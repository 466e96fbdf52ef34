package io.corebound.memory.hadoop;

import io.corebound.memory.block.Groups;
import java.io.IOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.ReduceContext;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.task.TaskInputOutputContextImpl;

/**
 * What a Hadoop reducer or combiner sees of groups. As with Hadoop's own context, one object serves
 * all keys and one all values. Values can be iterated once; {@code MarkableIterator} is not served.
 */
final class GroupContext<K, V, L, W> extends TaskInputOutputContextImpl<K, V, L, W>
    implements ReduceContext<K, V, L, W> {
  private final Serialized<K> keys;
  private final Serialized<V> values;
  private final Iterable<V> iterable = Values::new;
  private Groups groups;
  private K key;
  private V value;

  /** Whether the groups are at a value that was not taken yet, or behind the last one. */
  private boolean ahead;

  private boolean hasNext;
  private boolean atKey;

  GroupContext(
      TaskAttemptContext task,
      Serialized<K> keys,
      Serialized<V> values,
      RecordWriter<L, W> output,
      OutputCommitter committer) {
    super(task.getConfiguration(), task.getTaskAttemptID(), output, committer, new TaskCounters());
    this.keys = keys;
    this.values = values;
  }

  /** Starts with other groups. */
  void on(Groups next) {
    groups = next;
    atKey = false;
  }

  @Override
  public boolean nextKey() throws IOException {
    if (!groups.nextKey()) {
      return false;
    }
    atKey = true;
    readKey();
    toNextValue();
    return true;
  }

  private void readKey() throws IOException {
    key = keys.read(key, groups.keyBytes(), groups.keyFrom(), groups.keyLength());
  }

  private void toNextValue() {
    hasNext = groups.nextValue();
    ahead = true;
  }

  private V takeValue() throws IOException {
    if (!hasNext()) {
      throw new NoSuchElementException("iterate past last value");
    }
    if (groups.keyMoved()) {
      readKey();
    }
    value = values.read(value, groups.valueBytes(), groups.valueFrom(), groups.valueLength());
    ahead = false;
    return value;
  }

  private boolean hasNext() {
    if (!ahead) {
      toNextValue();
    }
    return hasNext;
  }

  @Override
  public boolean nextKeyValue() throws IOException {
    if (atKey && hasNext()) {
      takeValue();
      return true;
    }
    while (nextKey()) {
      if (hasNext()) {
        takeValue();
        return true;
      }
    }
    return false;
  }

  @Override
  public K getCurrentKey() {
    return key;
  }

  @Override
  public V getCurrentValue() {
    return value;
  }

  @Override
  public Iterable<V> getValues() {
    return iterable;
  }

  private final class Values implements Iterator<V> {
    @Override
    public boolean hasNext() {
      return GroupContext.this.hasNext();
    }

    @Override
    public V next() {
      try {
        return takeValue();
      } catch (IOException e) {
        throw new IllegalStateException(e.getMessage(), e);
      }
    }
  }
}
