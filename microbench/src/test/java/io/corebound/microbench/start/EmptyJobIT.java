package io.corebound.microbench.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EmptyJobIT {
  @Test
  void reducesSleepAsLongAsTheyAreTold(@TempDir Path directory) throws Exception {
    Configuration configuration = EmptyJobTest.configuration(directory);
    // the client would see the end only after a second
    configuration.setInt("mapreduce.client.progressmonitor.pollinterval", 10);
    configuration.setLong(EmptyJob.REDUCE_SLEEP_MS, 1500);
    long begin = System.nanoTime();
    assertThat(ToolRunner.run(configuration, new EmptyJob(), new String[] {"1", "2"})).isZero();
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(Duration.ofMillis(3000));
  }
}
