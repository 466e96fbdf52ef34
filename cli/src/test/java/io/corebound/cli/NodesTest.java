package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.hosts.SortingRun;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Nodes that were measured, as a user looks at them. */
class NodesTest {
  @TempDir Path folder;

  private Path node(String name, String said) throws IOException {
    Path node = Files.createDirectories(folder.resolve(name));
    Files.writeString(node.resolve("output.txt"), said);
    return node;
  }

  private RunDirectory measured(String name, double costNs) throws IOException {
    return SortingRun.in(node(name, "").resolve("run-1"), costNs, Map.of());
  }

  private Corebound.Result show(String... more) {
    String[] all = new String[3 + more.length];
    all[0] = "nodes";
    all[1] = "--show";
    all[2] = folder.toString();
    System.arraycopy(more, 0, all, 3, more.length);
    return Corebound.run(all);
  }

  @Test
  void nodesThatAreAlikeEndWithStatusZeroAndADearOneWithOne() throws Exception {
    measured("a", 10);
    measured("b", 10.2);
    measured("c", 9.9);
    assertThat(show().status()).isZero();
    measured("c", 20);
    Corebound.Result text = show();
    assertThat(text.status()).isEqualTo(1);
    assertThat(text.out()).contains("c is worse than the others");
    JsonNode off = StructuredFiles.parseJson(show("--format", "json").out()).path("off");
    assertThat(off.size()).isEqualTo(1);
    assertThat(off.path(0).path("node").asString()).isEqualTo("c");
  }

  @Test
  void aNodeThatLacksSomethingIsARowWithItsReasonAndStatusOne() throws Exception {
    measured("a", 10);
    measured("b", 10);
    RunDirectory failed = measured("c", 10);
    failed.write(failed.manifest().withState(State.FAILED).withReason("fio is not installed"));
    Files.writeString(node("d", "").resolve("missing.txt"), "no route to host\n");
    Corebound.Result text = show();
    assertThat(text.status()).isEqualTo(1);
    assertThat(text.out()).contains("fio is not installed").contains("no route to host");
  }

  @Test
  void whereNoNodeWasMeasuredThePageSaysWhy() throws Exception {
    Files.writeString(node("a", "").resolve("missing.txt"), "no route to host\n");
    Corebound.Result text = show();
    assertThat(text.status()).isEqualTo(1);
    assertThat(text.out()).contains("No node can be judged").contains("no route to host");
  }

  @Test
  void whatIsAskedForWronglyIsOneLine() throws Exception {
    Files.createDirectories(folder.resolve("run-1"));
    Corebound.assertRefuses("nodes --show " + folder, "no node in it");
    Corebound.assertRefuses("nodes", "--host");
    Corebound.assertRefuses("nodes --host a --host b", "3 nodes");
    Corebound.assertRefuses("nodes --host a --host b --host a", "twice");
    Corebound.assertRefuses("nodes lab", "no nodes of yours");
    Corebound.assertRefuses("nodes --show " + folder + " --host a", "--show measures nothing");
  }
}
