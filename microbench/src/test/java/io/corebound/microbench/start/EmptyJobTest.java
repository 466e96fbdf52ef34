package io.corebound.microbench.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
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
    return configuration(directory);
  }

  static Configuration configuration(Path directory) {
    Configuration configuration = new Configuration();
    configuration.set("mapreduce.framework.name", "local");
    configuration.set("hadoop.tmp.dir", directory.toString());
    return configuration;
  }
}
