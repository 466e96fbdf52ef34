package io.corebound.cluster.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.LeverFile;
import io.corebound.records.config.MapOutputCodec;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.DataSize;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.mapred.MapTask;
import org.apache.hadoop.mapreduce.JobContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class JobSettingsTest {
  private static final ClusterFile LOCAL =
      StructuredFiles.readYaml(Path.of("../configs/cluster/local.yaml"), ClusterFile.class)
          .on(2, DataSize.parse("8GiB"));

  @ParameterizedTest
  @EnumSource
  void everyCodecButNoneIsAClassOfHadoop(MapOutputCodec codec) throws Exception {
    Map<String, String> settings = JobSettings.of(LOCAL.withMapOutputCodec(codec.name()));

    boolean compressed = codec != MapOutputCodec.none;
    assertThat(settings).containsEntry("mapreduce.map.output.compress", "" + compressed);
    String type = settings.get("mapreduce.map.output.compress.codec");
    if (compressed) {
      assertThat(Class.forName(type)).isAssignableTo(CompressionCodec.class);
    } else {
      assertThat(type).isNull();
    }
  }

  @Test
  void hadoopsCollectorIsTheOneThatTasksTakeByThemselves() throws Exception {
    Map<String, String> settings = JobSettings.of(LOCAL);

    assertThat(settings)
        .containsEntry(
            JobContext.MAP_OUTPUT_COLLECTOR_CLASS_ATTR, MapTask.MapOutputBuffer.class.getName())
        .isEqualTo(JobSettings.of(LOCAL.withLever(LeverFile.named("hadoop"))));
    LeverFile prefix =
        StructuredFiles.readYaml(Path.of("../configs/lever/prefix.yaml"), LeverFile.class)
            .of("prefix", "/a.jar");
    assertThat(JobSettings.of(LOCAL.withLever(prefix)))
        .containsEntry(
            JobContext.MAP_OUTPUT_COLLECTOR_CLASS_ATTR, "io.corebound.collector.PrefixCollector");
  }

  @Test
  void flagsOfALeverStandBehindTheHeapOfItsTasksAlone() {
    LeverFile serial =
        LeverFile.named("serial")
            .with(b -> b.description("one").taskFlags(List.of("-XX:+UseSerialGC")));
    Map<String, String> settings = JobSettings.of(LOCAL.withLever(serial));
    assertThat(settings)
        .containsEntry("mapreduce.map.java.opts", "-Xmx820m -XX:+UseSerialGC")
        .containsEntry("mapreduce.reduce.java.opts", "-Xmx820m -XX:+UseSerialGC");
    Map<String, String> without = JobSettings.of(LOCAL);
    settings.keySet().removeIf(key -> settings.get(key).equals(without.get(key)));
    assertThat(settings).hasSize(2);
  }

  @Test
  void flagsOfContainersAreNotThoseOfBenchmarks() {
    LeverFile archive =
        LeverFile.named("archive")
            .with(b -> b.description("one").containerFlags(List.of("$(sh /opt/classes/tasks)")));
    assertThat(JobSettings.of(LOCAL.withLever(archive)))
        .containsEntry("mapreduce.map.java.opts", "-Xmx820m $(sh /opt/classes/tasks)")
        .containsEntry("mapreduce.reduce.java.opts", "-Xmx820m $(sh /opt/classes/tasks)");
    assertThat(JobSettings.taskFlags(LOCAL.withLever(archive))).containsExactly("-Xmx820m");
  }

  @Test
  void moreFlagsOfContainersStandBehindThoseOfTheCluster() {
    Map<String, String> cluster = new HashMap<>(JobSettings.of(LOCAL));
    cluster.put("yarn.app.mapreduce.am.command-opts", "-Xmx768m");
    assertThat(JobSettings.containerFlags(cluster, List.of("-Da=1", "-Db=2"), List.of()))
        .containsOnly(
            Map.entry("mapreduce.map.java.opts", "-Xmx820m -Da=1 -Db=2"),
            Map.entry("mapreduce.reduce.java.opts", "-Xmx820m -Da=1 -Db=2"),
            Map.entry("yarn.app.mapreduce.am.command-opts", "-Xmx768m"));
  }
}
