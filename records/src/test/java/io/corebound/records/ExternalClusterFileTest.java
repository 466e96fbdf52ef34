package io.corebound.records;

import static io.corebound.records.Refusals.assertThatRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.SweepFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.DataSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cluster files of kind external. */
class ExternalClusterFileTest {
  private static final Path SHIPPED = Path.of("../configs/cluster/my-cluster.yaml");
  private static final DataSize MEMORY = DataSize.ofMebibytes(4 << 10);

  @TempDir Path folder;

  private ClusterFile read(String text) throws IOException {
    return StructuredFiles.readYaml(
        Files.writeString(folder.resolve("c.yaml"), text), ClusterFile.class);
  }

  private static String without(String... keys) throws IOException {
    return String.join(
        "\n",
        Files.readAllLines(SHIPPED).stream()
            .filter(line -> List.of(keys).stream().noneMatch(k -> line.strip().startsWith(k + ":")))
            .toList());
  }

  @Test
  void whatMayBeLeftOutHasADefaultOrIsNone() throws IOException {
    ClusterFile.External external =
        read(without("configuration", "hadoop", "yarn", "hdfs", "mapred", "gateway", "master"))
            .external();
    assertThat(external.hadoop()).isEqualTo("hadoop");
    assertThat(external.yarn()).isEqualTo("yarn");
    assertThat(external.hdfs()).isEqualTo("hdfs");
    assertThat(external.mapred()).isEqualTo("mapred");
    assertThat(external.configuration()).isNull();
    assertThat(external.gateway()).isNull();
    assertThat(external.master()).isNull();
    assertThat(external.dropCaches()).isNull();
  }

  @Test
  void nothingOfItIsTakenFromTheMachineAtHand() throws IOException {
    ClusterFile cluster = read(Files.readString(SHIPPED)).on(2, MEMORY);
    assertThat(cluster.isExternal()).isTrue();
    assertThat(cluster.isLab()).isFalse();
    assertThat(cluster.coresPerNode()).isEqualTo(16);
    assertThat(cluster.containersPerNode()).isEqualTo(8);
    assertThat(cluster.reduceTasks()).isEqualTo(3 * 8);
  }

  @Test
  void readsBackEqualFromTheRecordOfARun() throws IOException {
    ClusterFile cluster = read(Files.readString(SHIPPED)).on(2, MEMORY);
    assertThat(
            StructuredFiles.fromTree(
                StructuredFiles.toTree(cluster), ClusterFile.class, Path.of("run.json")))
        .isEqualTo(cluster);
    assertThat(StructuredFiles.toJson(cluster)).doesNotContain("drop_caches");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cores_per_node: 16 | '' | cores_per_node is missing, the logical CPUs of a worker",
        "containers_per_node: 8 | '' | containers_per_node is missing",
        "nodes: 3 | nodes: 4 | external has 3 workers, and nodes is 4: name each node",
        "kind: external | kind: lab | external is for kind 'external' only, not with 'lab'",
        "kind: external | kind: remote | kind is 'local', 'lab' or 'external', not 'remote'",
        "nodes: 3 | 'nodes: 3\nmemory_per_node: 4GiB' | memory_per_node is for kind 'lab'",
        "nodes: 3 | 'nodes: 3\nreduce_slots: 0.5' | reduce_slots is for",
        "me@worker2 | me@worker1 | external: workers must name each node once",
        "me@worker2 | -oProxyCommand=x | external: workers: '-oProxyCommand=x' is not one host",
        "gateway: me@edge | gateway: me edge | external: gateway: 'me edge' is not one host",
        "yarn: yarn | yarn: sudo yarn | external: yarn is one command or its path, not 'sudo yarn'",
        "configuration: /etc | configuration: etc | external: configuration is an absolute path",
        "examples_jar: /usr | examples_jar: usr | external: examples_jar is an absolute path",
        "configuration: /etc | configuration: /a:b/etc | external: configuration is an absolute"
            + " path",
        "examples_jar: /usr | examples_jar: /${user.name}/usr | external: examples_jar is an"
            + " absolute",
        "# queue: default | queue: ${x} | external: queue is the name of one queue of YARN, not"
            + " '${x}'",
        "# queue: default | queue: -info | external: queue is the name of one queue of YARN, not"
            + " '-info'",
        "work_directory: /user/me/corebound | '' | external: work_directory is missing",
        "/user/me/corebound | /user/me/* | external: work_directory is a folder's absolute path",
        "/user/me/corebound | / | external: work_directory is a folder's absolute path",
        "/user/me/corebound | /user/../me | external: work_directory is a folder's absolute path",
        "hadoop: hadoop | hadop: hadoop | unknown key 'hadop'; did you mean 'hadoop'?"
      })
  void wrongFileIsRefused(String part, String instead, String said) throws IOException {
    String shipped = Files.readString(SHIPPED);
    assertThat(shipped).contains(part);
    assertThatRefused(() -> read(shipped.replace(part, instead)))
        .hasMessageContaining("c.yaml")
        .hasMessageContaining(said);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hdfs: hdfs | hdfs: hdfs dfs",
        "examples_jar: /usr | examples_jar: usr",
        "work_directory: /user/me/corebound | work_directory: user",
        "gateway: me@edge | gateway: me edge",
        "workers: [me@worker1, me@worker2 | workers: [me@worker1, me@worker1",
        "workers: [me@worker1, me@worker2, me@worker3] | workers: 3",
        "workers: [me@worker1 | workers: [{}",
        "# queue: default | queue: a, b"
      })
  void lineOfAWrongKeyOfTheGroupIsItsOwn(String part, String instead) throws IOException {
    String text = Files.readString(SHIPPED).replace(part, instead);
    String key = "  " + instead.replaceFirst(":.*", ":");
    int line = 1 + text.lines().map(l -> l.startsWith(key)).toList().indexOf(true);
    assertThat(line).isPositive();
    assertThatThrownBy(() -> read(text))
        .hasMessageStartingWith(folder.resolve("c.yaml") + " line " + line + ": external");
  }

  @Test
  void queueIsTheUsersOwnWhereNoneIsNamed() throws IOException {
    String shipped = Files.readString(SHIPPED);
    assertThat(read(shipped).external().queue()).isNull();
    assertThat(read(shipped.replace("# queue: default", "queue: root.batch")).external().queue())
        .isEqualTo("root.batch");
  }

  @Test
  void clusterOfKindExternalSaysWhereItIs() throws IOException {
    String text = Files.readString(SHIPPED);
    int group = text.indexOf("external:\n  #");
    int after = text.indexOf("block_size:");
    assertThatThrownBy(() -> read(text.substring(0, group) + text.substring(after)))
        .hasMessageContaining("external is missing");
  }

  @Test
  void sweepsSettingsKeepWhereItIs() throws IOException {
    ClusterFile cluster = read(Files.readString(SHIPPED));
    String shipped = Files.readString(Path.of("../configs/sweep/paper-2013.yaml"));
    String sweep = shipped.replaceFirst("(?m)^settings: .*", "settings: {map_output_codec: none}");
    SweepFile file =
        StructuredFiles.readYaml(
            Files.writeString(folder.resolve("s.yaml"), sweep), SweepFile.class);
    assertThat(file.over(cluster).mapOutputCodec()).isEqualTo("none");
    assertThat(file.over(cluster).external()).isEqualTo(cluster.external());
  }
}
