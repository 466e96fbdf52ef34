package io.corebound.microbench.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EmptyJobTest {
  @TempDir private Path directory;

  @Test
  void jobOfEmptyTasksSucceeds() throws Exception {
    assertThat(run("3", "2")).isZero();
    assertThat(run("1", "0")).isZero();
  }

  @Test
  void reducesSleepAsLongAsTheyAreTold() throws Exception {
    Configuration configuration = configuration();
    // the client would see the end only after a second
    configuration.setInt("mapreduce.client.progressmonitor.pollinterval", 10);
    configuration.setLong(EmptyJob.REDUCE_SLEEP_MS, 1500);
    long begin = System.nanoTime();
    assertThat(ToolRunner.run(configuration, new EmptyJob(), new String[] {"1", "2"})).isZero();
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(Duration.ofMillis(3000));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0 1", "1", "x 1", "1 -1", "1 1 1"})
  void wrongArgumentsAreRefused(String arguments) throws Exception {
    assertThat(ToolRunner.run(configuration(), new EmptyJob(), arguments.split(" ", -1)))
        .isEqualTo(2);
  }

  private int run(String... arguments) throws Exception {
    return ToolRunner.run(configuration(), new EmptyJob(), arguments);
  }

  private Configuration configuration() {
    Configuration configuration = new Configuration();
    configuration.set("mapreduce.framework.name", "local");
    configuration.set("hadoop.tmp.dir", directory.toString());
    return configuration;
  }
}
