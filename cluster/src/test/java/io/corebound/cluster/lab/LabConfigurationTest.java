package io.corebound.cluster.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.cluster.daemons.ClusterConfiguration;
import io.corebound.cluster.daemons.ClusterFolders;
import io.corebound.cluster.daemons.LocalConfiguration;
import io.corebound.cluster.daemons.Ports;
import io.corebound.cluster.libraries.HadoopLibraries;
import io.corebound.hosts.machine.Jdk;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.LeverFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.DataSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.util.resource.DominantResourceCalculator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabConfigurationTest {
  private static final ClusterConfiguration.Software SOFTWARE =
      new ClusterConfiguration.Software(
          new HadoopLibraries(Path.of("/h"), "3.5.0", 17, List.of("/h/*"), Optional.empty()),
          Jdk.own(),
          List.of());

  private static final List<Path> MOUNTS = List.of(Path.of("/d/1"), Path.of("/d/2"));

  private static ClusterFile file(String name) {
    return StructuredFiles.readYaml(
            Path.of("../configs/cluster/" + name + ".yaml"), ClusterFile.class)
        .on(2, DataSize.parse("12GiB"));
  }

  private static LabConfiguration lab() {
    Map<String, String> addresses = new LinkedHashMap<>();
    addresses.put("master", "198.18.0.1");
    addresses.put("worker1", "198.18.0.2");
    return new LabConfiguration(
        file("lab"),
        Path.of("/l/conf"),
        SOFTWARE,
        new LabConfiguration.Layout(
            addresses, Path.of("/l/name"), Path.of("/l/tmp"), Path.of("/l/logs"), "nobody"));
  }

  private static LabConfiguration with(String line, String changed) throws IOException {
    String text = Files.readString(Path.of("../configs/cluster/lab.yaml"));
    assertThat(text).contains(line);
    ClusterFile cluster =
        StructuredFiles.parseYaml(text.replace(line, changed), "lab.yaml", ClusterFile.class)
            .on(2, DataSize.parse("12GiB"));
    return lab().with(cluster.lever() == null ? cluster : cluster.withLever(prefix()));
  }

  private static LeverFile prefix() {
    return StructuredFiles.readYaml(Path.of("../configs/lever/prefix.yaml"), LeverFile.class)
        .of("prefix", "/a.jar");
  }

  @ParameterizedTest
  @CsvSource({
    "task_heap: 820MiB, task_heap: 700MiB",
    "sort_buffer: 100MiB, sort_buffer: 50MiB",
    "spill_threshold: 0.80, spill_threshold: 0.5",
    "merge_factor: 10, merge_factor: 5",
    "map_output_codec: snappy, map_output_codec: none",
    "nodes: 2, 'nodes: 2\nlever: prefix'",
    "slow_start: 1.0, 'slow_start: 0.3\ncontainers_per_node: 1'",
    "shuffle_input_buffer: 0.70, shuffle_input_buffer: 0.5",
    "shuffle_merge_threshold: 0.66, shuffle_merge_threshold: 0.5",
    "shuffle_segment_limit: 0.25, shuffle_segment_limit: 0.2",
    "nodes: 2, 'nodes: 2\nreduce_tasks: 7'"
  })
  void whatDaemonsDoNotKnowIsInTheFileOfMapReduceAlone(String line, String changed)
      throws IOException {
    LabConfiguration other = with(line, changed);
    assertThat(other.cluster().ofDaemons()).isEqualTo(lab().cluster().ofDaemons());
    assertThat(other.core()).isEqualTo(lab().core());
    assertThat(other.hdfs()).isEqualTo(lab().hdfs());
    assertThat(other.yarn()).isEqualTo(lab().yarn());
    assertThat(other.mapReduce()).isNotEqualTo(lab().mapReduce());
  }

  @ParameterizedTest
  @CsvSource({
    "task_memory: 1024MiB, task_memory: 2048MiB",
    "block_size: 128MiB, block_size: 64MiB",
    "replication: 1, replication: 2",
    "heartbeat_ms: 100, heartbeat_ms: 200",
    "nodes: 2, 'nodes: 2\ncontainers_per_node: 3'",
    "nodes: 2, 'nodes: 2\nreduce_slots: 0.5'",
    // twice as many containers
    "slow_start: 1.0, slow_start: 0.3"
  })
  void whatDaemonsKnowTakesOthers(String line, String changed) throws IOException {
    LabConfiguration other = with(line, changed);
    assertThat(other.cluster().ofDaemons()).isNotEqualTo(lab().cluster().ofDaemons());
    assertThat(List.of(other.hdfs(), other.yarn()))
        .isNotEqualTo(List.of(lab().hdfs(), lab().yarn()));
  }

  @Test
  void slotsOfTheirOwnAreWhatNodesHaveAndTasksTake() throws IOException {
    LabConfiguration own =
        with("nodes: 2", "nodes: 2\ncontainers_per_node: 8\nreduce_slots: 0.25\nreduce_tasks: 9");
    assertThat(own.yarn())
        .containsEntry("yarn.resource-types", "map-slots,reduce-slots")
        .containsEntry("yarn.nodemanager.resource-type.map-slots", "6")
        .containsEntry("yarn.nodemanager.resource-type.reduce-slots", "2");
    assertThat(own.mapReduce())
        .containsEntry("mapreduce.map.resource.map-slots", "1")
        .containsEntry("mapreduce.reduce.resource.reduce-slots", "1")
        .containsEntry("mapreduce.job.running.reduce.limit", "4");
    assertThat(own.capacityScheduler())
        .containsEntry(
            "yarn.scheduler.capacity.resource-calculator",
            DominantResourceCalculator.class.getName());
    assertThat(own.all().keySet()).filteredOn(key -> key.contains("-slots")).hasSize(4);
    assertThat(lab().all().keySet()).noneMatch(key -> key.contains("slots"));
    assertThat(lab().capacityScheduler())
        .doesNotContainKey("yarn.scheduler.capacity.resource-calculator");
  }

  /** As Hadoop reads it in a daemon with these flags. */
  private static Configuration seenWith(List<String> flags) {
    Map<String, String> properties =
        flags.stream()
            .map(flag -> flag.substring("-D".length()).split("=", 2))
            .collect(Collectors.toMap(f -> f[0], f -> f[1]));
    Configuration seen = new Configuration();
    seen.addResource("hdfs-default.xml");
    seen.addResource("yarn-default.xml");
    lab()
        .all()
        .forEach(
            (key, value) -> {
              String expanded = value;
              for (Map.Entry<String, String> p : properties.entrySet()) {
                expanded = expanded.replace("${" + p.getKey() + "}", p.getValue());
              }
              seen.set(key, expanded);
            });
    return seen;
  }

  @Test
  void everyAddressOfADaemonIsItsOwnNodes() {
    Configuration worker = seenWith(lab().workerFlags("worker1", MOUNTS));
    Configuration master = seenWith(lab().masterFlags());

    everyAddressIs(worker, "dfs\\.datanode|yarn\\.nodemanager", "worker1");
    everyAddressIs(master, "dfs\\.namenode|yarn\\.resourcemanager", "master");
  }

  private static void everyAddressIs(Configuration seen, String daemons, String node) {
    List<String> addresses =
        seen
            .getValByRegex("^(" + daemons + ")\\.[a-z.-]*(address|bind-host|hostname)$")
            .keySet()
            .stream()
            // HTTPS is off; these daemons are not started
            .filter(key -> !key.contains("https") && !key.contains("amrmproxy"))
            .filter(key -> !key.contains(".secondary.") && !key.contains(".backup."))
            .filter(key -> !seen.get(key).isEmpty())
            .toList();

    assertThat(addresses).hasSizeGreaterThan(4);
    assertThat(addresses)
        .allSatisfy(
            key ->
                assertThat(seen.get(key))
                    .as(key)
                    .satisfiesAnyOf(
                        address -> assertThat(address).isEqualTo(node),
                        address -> assertThat(address).startsWith(node + ":")));
  }

  @Test
  void dataLieOnEveryDiskOfTheWorkerAndItsLogsOnNone() {
    Configuration worker = seenWith(lab().workerFlags("worker1", MOUNTS));

    assertThat(worker.get("dfs.datanode.data.dir"))
        .isEqualTo("[DISK]file:///d/1/blocks,[DISK]file:///d/2/blocks");
    assertThat(worker.get("yarn.nodemanager.local-dirs")).isEqualTo("/d/1/local,/d/2/local");
    assertThat(worker.get("yarn.nodemanager.log-dirs")).isEqualTo("/l/logs/worker1");
    assertThat(worker.get("dfs.namenode.name.dir")).isEqualTo("file:///l/name");
  }

  @Test
  void noWorkerRunsATaskInThePlaceOfTheApplicationMaster() {
    Map<String, String> s = lab().all();
    ClusterFile file = file("lab");
    long node = Long.parseLong(s.get("yarn.nodemanager.resource.memory-mb"));
    long master = Long.parseLong(s.get("yarn.app.mapreduce.am.resource.mb"));
    long task = Long.parseLong(s.get("mapreduce.map.memory.mb"));

    assertThat(node / task).isEqualTo(file.containersPerNode().longValue());
    assertThat(node - task * file.containersPerNode()).isEqualTo(master);
  }

  @Test
  void whatIsNotOfPlacesIsAsOnALocalCluster() {
    ClusterFile same = file("lab");
    Map<String, String> local =
        new LocalConfiguration(
                same,
                new ClusterFolders(
                    Path.of("/d"), Path.of("/m"), Path.of("/logs"), Path.of("/l/conf")),
                SOFTWARE,
                new Ports(1, 2, 3, 4, 5, 6, 7))
            .all();
    Map<String, String> lab = lab().all();

    List<String> different =
        local.keySet().stream().filter(key -> !local.get(key).equals(lab.get(key))).toList();

    assertThat(lab.keySet()).isEqualTo(local.keySet());
    assertThat(different)
        .allMatch(
            key ->
                key.matches(".*(address|bind-host|hostname|[.-]dirs?|access\\.user|defaultFS)")
                    || key.matches(".*resource\\.(memory-)?mb|.*maximum-allocation-mb")
                    || key.equals("yarn.app.mapreduce.am.command-opts"));
  }

  @Test
  void hostsNamesEveryNodeAndThisMachineUnlessItIsCalledLikeANode() {
    assertThat(lab().hosts("machine"))
        .isEqualTo("127.0.0.1 localhost machine\n198.18.0.1 master\n198.18.0.2 worker1\n");
    assertThat(lab().hosts("worker1"))
        .isEqualTo("127.0.0.1 localhost\n198.18.0.1 master\n198.18.0.2 worker1\n");
  }
}
