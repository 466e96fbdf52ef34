package io.corebound.collector;

import io.corebound.collector.runs.KeyOrder;
import io.corebound.collector.runs.RecordLayout;
import java.io.DataOutputStream;
import java.io.IOException;
import org.apache.hadoop.io.serializer.SerializationFactory;
import org.apache.hadoop.io.serializer.Serializer;
import org.apache.hadoop.mapred.JobConf;

/** Writes keys and values into a {@link RecordBuffer}, by the serializers of the job. */
final class RecordSerializer<K, V> {
  private static final int LEAST_HEADER_BYTES = 2;

  private final RecordBuffer buffer;
  private final KeyOrder order;
  private final int partitionBits;
  private final Serializer<K> keys;
  private final Serializer<V> values;

  /** Of the last record: the next one's is mostly as long. */
  private int headerBytes = LEAST_HEADER_BYTES;

  @SuppressWarnings("unchecked")
  RecordSerializer(JobConf job, RecordBuffer buffer, KeyOrder order, int partitionBits)
      throws IOException {
    this.buffer = buffer;
    this.order = order;
    this.partitionBits = partitionBits;
    SerializationFactory factory = new SerializationFactory(job);
    keys = (Serializer<K>) factory.getSerializer(job.getMapOutputKeyClass());
    values = (Serializer<V>) factory.getSerializer(job.getMapOutputValueClass());
    // one stream for both, as Hadoop gives them
    DataOutputStream stream = new DataOutputStream(buffer);
    keys.open(stream);
    values.open(stream);
  }

  /**
   * Adds a record to the buffer.
   *
   * @return serialized bytes of its key and value
   */
  int add(K key, V value, int partition) throws IOException {
    buffer.begin(headerBytes);
    try {
      keys.serialize(key);
      int keyLength = buffer.end() - buffer.recordStart() - headerBytes;
      values.serialize(value);
      int length = buffer.end() - buffer.recordStart() - headerBytes;
      finish(keyLength, length - keyLength, partition);
      return length;
    } catch (Throwable e) {
      // a mapper may catch what its own type throws, and go on
      buffer.rollBack();
      throw e;
    }
  }

  private void finish(int keyLength, int valueLength, int partition) throws IOException {
    int is = RecordLayout.lengthBytes(keyLength) + RecordLayout.lengthBytes(valueLength);
    if (is != headerBytes) {
      buffer.resizeHeader(headerBytes, is);
      headerBytes = is;
    }
    byte[] data = buffer.data();
    int start = buffer.recordStart();
    int key = RecordLayout.putLength(data, start, keyLength);
    key = RecordLayout.putLength(data, key, valueLength);
    long prefix = order.prefix(buffer.view(), data, key, keyLength);
    buffer.commit(prefix | partitionAtTop(partition));
  }

  private long partitionAtTop(int partition) {
    // a shift by 64 is one by 0
    return partitionBits == 0 ? 0 : (long) partition << Long.SIZE - partitionBits;
  }
}
