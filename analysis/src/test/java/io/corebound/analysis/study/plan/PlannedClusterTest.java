package io.corebound.analysis.study.plan;

import static io.corebound.records.Refusals.assertThatRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.records.config.ClusterFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.DataSize;
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
    // of 22 GiB they keep as much
    assertThat(cluster.withTwiceTheMemory().containers()).isEqualTo(16);
    assertThat(cluster.withTwiceTheMemory().withCores(32).containers()).isEqualTo(19);
  }

  @Test
  void twiceTheMemoryRunsNoMoreTasksThanCoresOrThanTheClusterFileStates() {
    PlannedCluster enough = PlannedCluster.of(LOCAL, 1, 16, DataSize.parse("64GiB"));
    assertThat(enough.withTwiceTheMemory().containers()).isEqualTo(16);
    PlannedCluster stated =
        PlannedCluster.of(LOCAL.planned(1, null, 4), 1, 16, DataSize.parse("7GiB"));
    assertThat(stated.withTwiceTheMemory().containers()).isEqualTo(4);
  }

  @Test
  void nodeWithoutRoomForATaskBesideItsDaemonsIsRefused() {
    refuses(LOCAL, 1, "512MiB", "too little for 1 task at once", "room for 0");
    refuses(LOCAL, 16, "4095MiB", "too little for 1 task at once", "room for 0");
    assertThat(PlannedCluster.of(LOCAL, 1, 16, DataSize.parse("4GiB")).containers()).isEqualTo(1);
  }

  @Test
  void statedTasksThatTheMemoryHasNoRoomForAreRefused() {
    ClusterFile sixteen = LOCAL.planned(1, null, 16);
    refuses(sixteen, 16, "8GiB", "too little for 16 tasks at once", "room for 5");
    refuses(sixteen, 16, "19455MiB", "containers_per_node", "room for 15");
    assertThat(PlannedCluster.of(sixteen, 1, 16, DataSize.parse("19GiB")).containers())
        .isEqualTo(16);
  }

  private static void refuses(ClusterFile file, int cores, String memory, String... said) {
    assertThatRefused(() -> PlannedCluster.of(file, 1, cores, DataSize.parse(memory)))
        .hasMessageContainingAll(said)
        .hasMessageContainingAll("task_memory", "--memory");
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
    assertThatRefused(() -> PlannedCluster.of(three, 2, 4, DataSize.parse("64GiB")))
        .hasMessageContaining("replication is at most nodes (2), not 3");
  }
}
