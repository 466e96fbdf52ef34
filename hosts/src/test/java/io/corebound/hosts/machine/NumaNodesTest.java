package io.corebound.hosts.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** NUMA nodes, from folders as the kernel lays them out. */
class NumaNodesTest {
  @TempDir Path nodes;

  private void node(int number, String cpus) throws IOException {
    Path node = Files.createDirectory(nodes.resolve("node" + number));
    Files.writeString(node.resolve("cpulist"), cpus + "\n");
  }

  private NumaNodes allowed(String cpus) {
    return NumaNodes.read(nodes, "Name:\tjava\nCpus_allowed_list:\t" + cpus + "\nMems_allowed:\t1");
  }

  @Test
  void nodesWithACpuForTheProcessAreUsable() throws IOException {
    node(0, "0-3,8-11");
    node(1, "4-7,12-15");
    // memory without CPUs, such as that behind CXL
    node(2, "");
    Files.writeString(nodes.resolve("possible"), "0-2\n");
    Files.createDirectory(nodes.resolve("power"));
    assertThat(allowed("0-15")).isEqualTo(new NumaNodes(3, List.of(0, 1)));
    assertThat(allowed("12")).isEqualTo(new NumaNodes(3, List.of(1)));
    assertThat(allowed("2-3,9")).isEqualTo(new NumaNodes(3, List.of(0)));
  }

  @Test
  void nodesAreCountedByNumberNotByName() throws IOException {
    for (int number : List.of(10, 2, 0)) {
      node(number, String.valueOf(number));
    }
    assertThat(allowed("0-63")).isEqualTo(new NumaNodes(3, List.of(0, 2, 10)));
  }

  @Test
  void kernelWithoutNumaHasOneNode() {
    assertThat(NumaNodes.read(nodes.resolve("missing"), ""))
        .isEqualTo(new NumaNodes(1, List.of(0)));
  }

  @Test
  void thisMachineHasAtLeastOne() {
    NumaNodes here = NumaNodes.here();
    assertThat(here.there()).isPositive();
    assertThat(here.usable()).isNotEmpty().hasSizeLessThanOrEqualTo(here.there());
  }
}
