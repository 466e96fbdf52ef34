package io.corebound.analysis.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.records.ClusterFile;
import io.corebound.records.CoreboundException;
import io.corebound.records.DataSize;
import io.corebound.records.ExitStatus;
import io.corebound.records.StructuredFiles;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class PlannedClusterTest {
  private static final ClusterFile LOCAL =
      StructuredFiles.readYaml(Path.of("../configs/cluster/local.yaml"), ClusterFile.class);

  @Test
  void tasksAtOnceFollowTheCoresWhileMemoryHasRoom() {
    PlannedCluster cluster = PlannedCluster.of(LOCAL, 5, 16, DataSize.parse("64GiB"));
    assertThat(cluster.containers()).isEqualTo(16);
    assertThat(cluster.fitted().reduceTasks()).isEqualTo(80);
    assertThat(cluster.withCores(32).containers()).isEqualTo(32);
    assertThat(cluster.withNodes(10).fitted().reduceTasks()).isEqualTo(160);
  }

  @Test
  void memoryThatIsShortDecidesHowManyTasksRunAtOnce() {
    // daemons keep 3 GiB, a task takes 1
    PlannedCluster cluster = PlannedCluster.of(LOCAL, 1, 16, DataSize.parse("11GiB"));
    assertThat(cluster.containers()).isEqualTo(8);
    assertThat(cluster.withCores(32).containers()).isEqualTo(8);
    assertThat(cluster.withTwiceTheTasks().containers()).isEqualTo(16);
  }

  @Test
  void containerLargerThanTheNodeIsRefused() {
    assertThatThrownBy(() -> PlannedCluster.of(LOCAL, 1, 1, DataSize.parse("512MiB")))
        .isInstanceOfSatisfying(
            CoreboundException.class,
            e -> assertThat(e.status()).isEqualTo(ExitStatus.INVALID_INPUT))
        .hasMessageContaining("task_memory")
        .hasMessageContaining("larger than a node");
  }

  @Test
  void moreReplicasThanNodesAreRefused() {
    ClusterFile three =
        StructuredFiles.parseYaml(
            StructuredFiles.toYaml(LOCAL)
                .replace("nodes: 1", "nodes: 3")
                .replace("replication: 1", "replication: 3"),
            "three.yaml",
            ClusterFile.class);
    assertThatThrownBy(() -> PlannedCluster.of(three, 2, 4, DataSize.parse("64GiB")))
        .isInstanceOf(CoreboundException.class)
        .hasMessageContaining("replication is at most nodes (2), not 3");
  }
}
