package io.corebound.microbench.serialize;

import io.corebound.microbench.ByteBase;
import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.Measures;
import io.corebound.microbench.OperationBenchmark;
import io.corebound.microbench.OperationMeter;
import io.corebound.microbench.TeraRecords;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.serializer.Deserializer;
import org.apache.hadoop.io.serializer.SerializationFactory;
import org.apache.hadoop.io.serializer.Serializer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What does it cost to turn TeraSort's records into bytes and back? Text keys of 10 B and Text
 * values of 90 B go through Hadoop's {@code WritableSerialization}: into a buffer as {@code
 * MapOutputBuffer.collect} writes them, and out of one as {@code ReduceContextImpl.nextKeyValue}
 * reads them (one buffer for both, set again for each key and each value). Paper: figure 12
 * (elements of variable length).
 */
@Measures(
    value = {"serialize.tera-record", "deserialize.tera-record"},
    question = "What does it cost to turn TeraSort's records into bytes and back?",
    localBytes = 1)
public class TeraRecordBenchmark extends OperationBenchmark {
  private static final int BATCH = 4096;

  /** One byte of length each before the key and before the value. */
  private static final int SERIALIZED_BYTES = TeraRecords.RECORD_BYTES + 2;

  private static final int SERIALIZED_KEY_BYTES = TeraRecords.KEY_BYTES + 1;

  @Param("1342177")
  int records;

  @Param("0")
  long seed;

  private LocalDirectory directory;
  TeraRecords input;
  private Text[] keys;
  private Text[] values;
  private byte[] serialized;
  private OperationMeter serialize;
  private OperationMeter deserialize;

  /** Lays the records out, plain and serialized, without help from the classes to be measured. */
  @Setup(Level.Trial)
  public void prepare() throws IOException, InterruptedException {
    directory = LocalDirectory.open();
    input = TeraRecords.load(directory, records, seed, TeraRecords.Order.GENERATED);
    serialized = new byte[BATCH * SERIALIZED_BYTES];
    byte[] record = new byte[TeraRecords.RECORD_BYTES];
    int batch = Math.min(BATCH, records);
    keys = new Text[batch];
    values = new Text[batch];
    for (int i = 0, to = 0; i < batch; i++, to += SERIALIZED_BYTES) {
      keys[i] = new Text();
      values[i] = new Text();
      input.get(i, keys[i], values[i]);
      input.get(i, record);
      serialized[to] = TeraRecords.KEY_BYTES;
      System.arraycopy(record, 0, serialized, to + 1, TeraRecords.KEY_BYTES);
      serialized[to + SERIALIZED_KEY_BYTES] = TeraRecords.VALUE_BYTES;
      System.arraycopy(
          record,
          TeraRecords.KEY_BYTES,
          serialized,
          to + SERIALIZED_KEY_BYTES + 1,
          TeraRecords.VALUE_BYTES);
    }
    serialize = new OperationMeter("serialize.tera-record", ByteBase.PAYLOAD);
    deserialize = new OperationMeter("deserialize.tera-record", ByteBase.PAYLOAD);
  }

  /** Writes as many records; the same batch again and again. */
  @Benchmark
  public void serialize(Blackhole blackhole) throws IOException {
    SerializationFactory factory = new SerializationFactory(new Configuration());
    DataOutputBuffer buffer = new DataOutputBuffer();
    serialize.begin();
    Serializer<Text> keySerializer = factory.getSerializer(Text.class);
    Serializer<Text> valueSerializer = factory.getSerializer(Text.class);
    keySerializer.open(buffer);
    valueSerializer.open(buffer);
    for (int i = 0; i < records; i++) {
      keySerializer.serialize(keys[i % BATCH]);
      valueSerializer.serialize(values[i % BATCH]);
      if ((i + 1) % BATCH == 0 || i + 1 == records) {
        serializedBatch(buffer, blackhole);
        buffer.reset();
      }
    }
    keySerializer.close();
    valueSerializer.close();
    serialize.end(records, input.bytes());
  }

  /** Reads as many records; the same batch again and again. */
  @Benchmark
  public void deserialize(Blackhole blackhole) throws IOException {
    SerializationFactory factory = new SerializationFactory(new Configuration());
    DataInputBuffer buffer = new DataInputBuffer();
    deserialize.begin();
    Deserializer<Text> keyDeserializer = factory.getDeserializer(Text.class);
    Deserializer<Text> valueDeserializer = factory.getDeserializer(Text.class);
    keyDeserializer.open(buffer);
    valueDeserializer.open(buffer);
    Text key = null;
    Text value = null;
    for (int i = 0; i < records; i++) {
      int from = i % BATCH * SERIALIZED_BYTES;
      buffer.reset(serialized, from, SERIALIZED_KEY_BYTES);
      key = keyDeserializer.deserialize(key);
      buffer.reset(
          serialized, from + SERIALIZED_KEY_BYTES, SERIALIZED_BYTES - SERIALIZED_KEY_BYTES);
      value = valueDeserializer.deserialize(value);
      deserialized(key, value, blackhole);
    }
    keyDeserializer.close();
    valueDeserializer.close();
    deserialize.end(records, input.bytes());
  }

  void serializedBatch(DataOutputBuffer buffer, Blackhole blackhole) {
    blackhole.consume(buffer.getData());
  }

  void deserialized(Text key, Text value, Blackhole blackhole) {
    blackhole.consume(key);
    blackhole.consume(value);
  }

  @TearDown(Level.Trial)
  public void close() throws IOException {
    directory.close();
  }
}
