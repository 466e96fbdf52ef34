package io.corebound.collector;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.collector.MapRun.Stored;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.CryptoUtils;
import org.apache.hadoop.mapreduce.TaskCounter;

/** Whether two collectors made the same of the same records. */
final class SameOutput {
  private static final List<TaskCounter> OF_MAP =
      List.of(TaskCounter.MAP_OUTPUT_RECORDS, TaskCounter.MAP_OUTPUT_BYTES);

  private SameOutput() {}

  /** Byte for byte where all keys are different, else the same records in the same key order. */
  static void require(JobConf job, List<Pair> pairs) throws Exception {
    MapRun hadoop = MapRun.ofHadoop(job, pairs);
    MapRun prefix = MapRun.ofPrefix(job, pairs);
    boolean secret = CryptoUtils.isEncryptedSpillEnabled(job);
    if (keysDiffer(pairs) && !secret) {
      assertThat(prefix.output()).as("file.out").isEqualTo(hadoop.output());
      assertThat(prefix.index()).as("file.out.index").isEqualTo(hadoop.index());
    } else {
      requireSameRecords(prefix, hadoop);
    }
    assertThat(prefix.files()).containsExactly("file.out", "file.out.index");
    assertThat(prefix.counters().get(TaskCounter.MAP_OUTPUT_MATERIALIZED_BYTES))
        .isEqualTo(prefix.output().length);
    for (TaskCounter counter : OF_MAP) {
      assertThat(prefix.counters()).containsEntry(counter, hadoop.counters().get(counter));
    }
    // Hadoop collects on while it spills, so that it may spill less often from a very small buffer
    assertThat(prefix.counters().get(TaskCounter.SPILLED_RECORDS))
        .isGreaterThanOrEqualTo(pairs.size());
  }

  /** By their bytes: a number that is none equals nothing, not even itself. */
  private static boolean keysDiffer(List<Pair> pairs) throws IOException {
    Set<List<Object>> keys = new HashSet<>();
    for (Pair pair : pairs) {
      DataOutputBuffer key = new DataOutputBuffer();
      pair.key().write(key);
      keys.add(List.of(pair.partition(), ByteBuffer.wrap(key.getData(), 0, key.getLength())));
    }
    return keys.size() == pairs.size();
  }

  private static void requireSameRecords(MapRun prefix, MapRun hadoop) {
    assertThat(prefix.partitions()).hasSameSizeAs(hadoop.partitions());
    for (int i = 0; i < hadoop.partitions().size(); i++) {
      requireSameRecords(prefix.partitions().get(i), hadoop.partitions().get(i));
    }
  }

  /** The same keys in the same order, and the same records. */
  static void requireSameRecords(List<Stored> ours, List<Stored> theirs) {
    assertThat(ours.stream().map(s -> hex(s.key())))
        .isEqualTo(theirs.stream().map(s -> hex(s.key())).toList());
    assertThat(records(ours)).isEqualTo(records(theirs));
  }

  /** How often each record is there. */
  private static TreeMap<String, Integer> records(List<Stored> stored) {
    TreeMap<String, Integer> records = new TreeMap<>();
    for (Stored s : stored) {
      records.merge(hex(s.key()) + ":" + hex(s.value()), 1, Integer::sum);
    }
    return records;
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
