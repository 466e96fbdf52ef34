package io.corebound.cluster.daemons;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.cluster.libraries.HadoopLibraries;
import io.corebound.hosts.machine.Jdk;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.DataSize;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class LocalConfigurationTest {
  private static final Ports PORTS = new Ports(1001, 1002, 1003, 1004, 1005, 1006, 1007);
  private static final HadoopLibraries LIBRARIES =
      new HadoopLibraries(
          Path.of("/h"), "3.5.0", 17, List.of("/h/a/*", "/h/b.jar"), Optional.empty());

  private static ClusterFile file() {
    return StructuredFiles.readYaml(Path.of("../configs/cluster/local.yaml"), ClusterFile.class);
  }

  private static LocalConfiguration of(ClusterFile cluster) {
    return new LocalConfiguration(
        cluster,
        new ClusterFolders(
            Path.of("/d/data"), Path.of("/m/memory"), Path.of("/r/logs"), Path.of("/r/conf")),
        new ClusterConfiguration.Software(
            LIBRARIES, Jdk.own(), List.of(Path.of("/b/microbench.jar"))),
        PORTS);
  }

  private static ClusterFile with(int containers, Integer heartbeatMs, String codec) {
    return file()
        .with(b -> b.containersPerNode(containers).heartbeatMs(heartbeatMs).mapOutputCodec(codec));
  }

  private static ClusterFile filledIn(ClusterFile file) {
    return file.on(2, DataSize.parse("8GiB"));
  }

  @Property(tries = 50)
  void exactlyTheContainersThatWereAskedForRunBesideTheApplicationMaster(
      @ForAll @IntRange(min = 1, max = 64) int containers) {
    Map<String, String> s = of(filledIn(with(containers, 100, "snappy"))).all();

    long node = number(s, "yarn.nodemanager.resource.memory-mb");
    long master = number(s, "yarn.app.mapreduce.am.resource.mb");
    assertThat((node - master) / number(s, "mapreduce.map.memory.mb")).isEqualTo(containers);
    assertThat((node - master) / number(s, "mapreduce.reduce.memory.mb")).isEqualTo(containers);
    assertThat(number(s, "yarn.scheduler.minimum-allocation-mb")).isEqualTo(1);
    assertThat(number(s, "yarn.scheduler.maximum-allocation-mb")).isEqualTo(node);
  }

  @Test
  void everyAddressIsOnLoopback() {
    Map<String, String> s = of(filledIn(file())).all();

    List<String> addresses =
        s.keySet().stream()
            .filter(key -> key.endsWith("address") || key.endsWith("bind-host"))
            .toList();

    assertThat(addresses).hasSizeGreaterThan(15);
    assertThat(addresses).allSatisfy(key -> assertThat(s.get(key)).startsWith("127.0.0.1"));
  }

  @Test
  void noServerOfTheFourDaemonsIsLeftAtHadoopsDefaultAddress() {
    Configuration ours = new Configuration();
    ours.addResource("hdfs-default.xml");
    ours.addResource("yarn-default.xml");
    of(filledIn(file())).all().forEach(ours::set);

    for (Map.Entry<String, String> setting : ours) {
      String key = setting.getKey();
      boolean ofOurDaemons =
          key.matches(
              "(dfs.(datanode|namenode)|yarn.(resourcemanager|nodemanager))\\.[a-z.-]*address");
      // HTTPS is off; these daemons are not started
      boolean unused =
          key.contains("https")
              || key.contains(".secondary.")
              || key.contains(".backup.")
              || key.contains("amrmproxy");
      if (ofOurDaemons && !unused && !ours.get(key).isEmpty()) {
        assertThat(ours.get(key)).as(key).startsWith("127.0.0.1:");
      }
    }
  }

  @Test
  void ordinaryBlocksLieOnTheDiskAndOnlyThoseOfKindSsdInMemory() {
    assertThat(of(filledIn(file())).hdfs())
        .containsEntry(
            "dfs.datanode.data.dir", "[DISK]file:///d/data/blocks,[SSD]file:///m/memory/blocks");
  }

  @Test
  void blocksMayBeReadByShortCircuitByWhoeverStartedTheCluster() {
    assertThat(of(filledIn(file())).hdfs().get("dfs.block.local-path-access.user").split(","))
        .contains(System.getProperty("user.name"));
  }

  @Test
  void tasksGetTheSettingsOfTheClusterFile() {
    Map<String, String> s = of(filledIn(file())).all();

    assertThat(s)
        .containsEntry("mapreduce.map.java.opts", "-Xmx820m")
        .containsEntry("mapreduce.map.memory.mb", "1024")
        .containsEntry("mapreduce.task.io.sort.mb", "100")
        .containsEntry("mapreduce.map.sort.spill.percent", "0.8")
        .containsEntry("mapreduce.job.reduce.slowstart.completedmaps", "1.0")
        .containsEntry("mapreduce.job.reduces", "2")
        .containsEntry("dfs.blocksize", "134217728")
        .containsEntry("mapreduce.map.speculative", "false")
        .containsEntry(
            "mapreduce.map.output.compress.codec", "org.apache.hadoop.io.compress.SnappyCodec");
  }

  @Test
  void taskFlagsAreThoseThatMapReduceGivesATask() {
    LocalConfiguration configuration = of(filledIn(file()));
    Map<String, String> s = configuration.mapReduce();

    assertThat(String.join(" ", configuration.taskFlags()))
        .isEqualTo(
            s.get("mapreduce.admin.map.child.java.opts") + " " + s.get("mapreduce.map.java.opts"))
        .isEqualTo(
            s.get("mapreduce.admin.reduce.child.java.opts")
                + " "
                + s.get("mapreduce.reduce.java.opts"));
    assertThat(s.get("yarn.app.mapreduce.am.command-opts")).contains(configuration.agentFlag());
  }

  @Test
  void stockHeartbeatsAreHadoopsOwn() {
    Map<String, String> s = of(filledIn(with(2, null, "snappy"))).all();

    assertThat(s)
        .doesNotContainKeys(
            "yarn.resourcemanager.nodemanagers.heartbeat-interval-ms",
            "yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms",
            "mapreduce.client.progressmonitor.pollinterval",
            "mapreduce.client.completion.pollinterval",
            "yarn.client.application-client-protocol.poll-interval-ms");
  }

  @Test
  void withoutACodecMapOutputIsNotCompressed() {
    assertThat(of(filledIn(with(2, 100, "none"))).mapReduce())
        .containsEntry("mapreduce.map.output.compress", "false")
        .doesNotContainKey("mapreduce.map.output.compress.codec");
  }

  @Test
  void classPathBeginsWithTheConfiguration() {
    assertThat(of(filledIn(file())).classPath(":"))
        .isEqualTo("/r/conf:/h/a/*:/h/b.jar:/b/microbench.jar");
  }

  @Test
  void hadoopReadsBackWhatWasWritten(@TempDir Path folder) {
    LocalConfiguration configuration =
        new LocalConfiguration(
            filledIn(file()),
            new ClusterFolders(
                folder.resolve("d"), folder.resolve("m"), folder.resolve("l"), folder.resolve("c")),
            new ClusterConfiguration.Software(LIBRARIES, Jdk.own(), List.of()),
            PORTS);
    configuration.write("machine");
    Configuration read = new Configuration(false);
    for (String name : List.of("core", "hdfs", "yarn", "mapred")) {
      read.addResource(
          new org.apache.hadoop.fs.Path(folder.resolve("c").resolve(name + "-site.xml").toUri()));
    }
    read.addResource(
        new org.apache.hadoop.fs.Path(folder.resolve("c/capacity-scheduler.xml").toUri()));

    assertThat(read.getValByRegex(".*")).isEqualTo(configuration.all());
    assertThat(folder.resolve("c/hosts")).hasContent("127.0.0.1 localhost machine\n");
  }

  @Test
  void markupInAValueIsText() throws Exception {
    String xml = ClusterConfiguration.xml(Map.of("key", "<a> & \"b\""));

    NodeList values =
        javax.xml.parsers.DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(xml)))
            .getElementsByTagName("value");

    assertThat(values.item(0).getTextContent()).isEqualTo("<a> & \"b\"");
  }

  private static long number(Map<String, String> settings, String key) {
    return Long.parseLong(settings.get(key));
  }
}
