package io.corebound.cluster.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.records.history.Counter;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Counters of file systems, of which several can count the same bytes. */
class StoreBytesTest {
  private static final String FILE_SYSTEMS = "org.apache.hadoop.mapreduce.FileSystemCounter";

  private final CounterList counters = new CounterList();

  private Map<Counter, Long> known(String... namesAndValues) {
    for (int i = 0; i < namesAndValues.length; i += 2) {
      counters.add(FILE_SYSTEMS, namesAndValues[i], Long.parseLong(namesAndValues[i + 1]));
    }
    return counters.known().known();
  }

  @Test
  void storeThatSeveralSchemesCountIsCountedOnce() {
    assertThat(
            known(
                "HDFS_BYTES_READ",
                "100",
                "VIEWFS_BYTES_READ",
                "100",
                "WEBHDFS_BYTES_READ",
                "0",
                "S3_BYTES_READ",
                "70",
                "S3N_BYTES_READ",
                "70",
                "GS_BYTES_READ",
                "3",
                "FILE_BYTES_READ",
                "5",
                "HDFS_READ_OPS",
                "9",
                "S3_BYTES_WRITTEN",
                "8",
                "S3A_BYTES_WRITTEN",
                "9"))
        .containsOnly(
            Map.entry(Counter.STORE_BYTES_READ, 173L),
            Map.entry(Counter.REMOTE_BYTES_READ, 73L),
            Map.entry(Counter.FILE_BYTES_READ, 5L),
            Map.entry(Counter.STORE_BYTES_WRITTEN, 9L),
            Map.entry(Counter.REMOTE_BYTES_WRITTEN, 9L));
  }

  @Test
  void hdfsOverHttpIsAStoreOfItsOwn() {
    assertThat(known("HDFS_BYTES_READ", "10000000000", "WEBHDFS_BYTES_READ", "10000000000"))
        .containsOnly(
            Map.entry(Counter.STORE_BYTES_READ, 20_000_000_000L),
            Map.entry(Counter.REMOTE_BYTES_READ, 10_000_000_000L));
  }

  @Test
  void erasureCodedBytesAreAPartOfThoseRead() {
    assertThat(known("HDFS_BYTES_READ", "100", "HDFS_BYTES_READ_EC", "60"))
        .containsOnly(
            Map.entry(Counter.STORE_BYTES_READ, 100L), Map.entry(Counter.EC_BYTES_READ, 60L));
  }
}
