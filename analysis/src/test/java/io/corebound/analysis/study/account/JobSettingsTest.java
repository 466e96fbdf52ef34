package io.corebound.analysis.study.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.records.history.Setting;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Heap and container of a task, as Hadoop 2 and 3 make them out of what a job states. */
class JobSettingsTest {
  private static final double MIB = 1 << 20;

  private static JobSettings settings(boolean byHadoop3, Object... stated) {
    Map<Setting, String> settings = new EnumMap<>(Setting.class);
    for (int i = 0; i < stated.length; i += 2) {
      settings.put((Setting) stated[i], (String) stated[i + 1]);
    }
    return new JobSettings(settings, byHadoop3);
  }

  private static JobSettings leftOver(boolean byHadoop3) {
    return settings(
        byHadoop3,
        Setting.TASK_HEAP,
        "-Xmx200m",
        Setting.MAP_HEAP,
        Setting.NO_HEAP,
        Setting.MAP_MEMORY_MB,
        "4096");
  }

  @Test
  void flagsOfMapsComeBeforeThoseOfAllTasksEvenWithoutAHeap() {
    // JobConf.getTaskJavaOpts: 0.8 of 4096, rounded up
    assertThat(leftOver(true).heap(true)).isEqualTo(3277 * MIB);
    assertThat(leftOver(true).heap(false)).isEqualTo(200 * MIB);
    // Hadoop 2 leaves it to the JVM
    assertThat(leftOver(false).heap(true)).isNaN();
    assertThat(settings(true, Setting.MAP_HEAP, "-Xmx1g").heap(true)).isEqualTo(1024 * MIB);
  }

  @Test
  void heapOfTheAdministratorCountsWhereTheTaskHasNone() {
    JobSettings both =
        settings(
            true,
            Setting.MAP_ADMIN_HEAP,
            "-Xmx300m",
            Setting.REDUCE_ADMIN_HEAP,
            "-Xmx300m",
            Setting.MAP_HEAP,
            Setting.NO_HEAP,
            Setting.REDUCE_HEAP,
            "-Xmx400m");
    assertThat(both.heap(true)).isEqualTo(300 * MIB);
    assertThat(both.heap(false)).isEqualTo(400 * MIB);
  }

  @Test
  void heapIsItsPartOfTheContainer() {
    JobSettings half = settings(true, Setting.HEAP_RATIO, "0.5", Setting.REDUCE_MEMORY_MB, "3000");
    assertThat(half.heap(false)).isEqualTo(1500 * MIB);
    // beyond 1 Hadoop takes its default
    assertThat(settings(true, Setting.HEAP_RATIO, "1.5").heap(true)).isEqualTo(820 * MIB);
  }

  @Test
  void containerWithoutASizeFitsTheHeapOnHadoop3() {
    JobSettings three = settings(true, Setting.MAP_MEMORY_MB, "-1", Setting.MAP_HEAP, "-Xmx1638m");
    // JobConf.getMemoryRequired: 1638 / 0.8 is 2047.5
    assertThat(three.container(true)).isEqualTo(2048 * MIB);
    assertThat(three.container(false)).isEqualTo(1024 * MIB);
    assertThat(settings(false, Setting.MAP_HEAP, "-Xmx1638m").container(true))
        .isEqualTo(1024 * MIB);
  }

  @Test
  void resourceOfATaskCountsMoreThanItsMegabytes() {
    JobSettings both = settings(true, Setting.MAP_MEMORY, "2048", Setting.MAP_MEMORY_MB, "1024");
    assertThat(both.container(true)).isEqualTo(2048 * MIB);
  }

  @Test
  void nothingIsKnownWithoutAConfiguration() {
    assertThat(settings(true).heap(true)).isNaN();
    assertThat(settings(true).container(true)).isNaN();
  }
}
