package io.corebound.terasortrunner.sweep;

import static io.corebound.records.Refusals.assertThatRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.records.config.SweepFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.State;
import io.corebound.records.units.DataSize;
import io.corebound.terasortrunner.workload.WorkloadCell;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** In which order cells run, which of them, and which again. */
class SweepPlanTest {
  private static SweepFile file(List<String> storage, List<String> network) {
    String file =
        """
        description: a test
        workload: terasort
        cluster: lab
        storage: %s
        network: %s
        profiles: {quick: {size: 20MB, repetitions: 2}}
        """
            .formatted(storage, network);
    return StructuredFiles.parseYaml(file, "sweep.yaml", SweepFile.class);
  }

  private static final SweepFile TWO_BY_TWO =
      file(List.of("hdd", "ssd"), List.of("ethernet", "infiniband"));

  private static List<String> names(SweepPlan plan) {
    return plan.cells().stream().map(SweepCell::name).toList();
  }

  @Test
  void allOfARepetitionRunBeforeTheNextAndATiersNetworksOneAfterTheOther() {
    assertThat(names(SweepPlan.of(TWO_BY_TWO, 2)))
        .containsExactly(
            "hdd_ethernet_1",
            "hdd_infiniband_1",
            "ssd_ethernet_1",
            "ssd_infiniband_1",
            "hdd_infiniband_2",
            "hdd_ethernet_2",
            "ssd_infiniband_2",
            "ssd_ethernet_2");
  }

  @Property
  void everyPairRunsOnceInEveryRepetitionAndStorageChangesAsSeldomAsCanBe(
      @ForAll @IntRange(min = 1, max = 4) int storages,
      @ForAll @IntRange(min = 1, max = 4) int networks,
      @ForAll @IntRange(min = 1, max = 5) int repetitions) {
    List<String> storage = new ArrayList<>();
    List<String> network = new ArrayList<>();
    for (int i = 0; i < storages; i++) {
      storage.add("s" + i);
    }
    for (int i = 0; i < networks; i++) {
      network.add("n" + i);
    }
    List<SweepCell> cells = SweepPlan.of(file(storage, network), repetitions).cells();
    assertThat(cells).doesNotHaveDuplicates().hasSize(storages * networks * repetitions);
    assertThat(cells).isSortedAccordingTo((a, b) -> a.repetition() - b.repetition());
    int changes = 0;
    for (int i = 1; i < cells.size(); i++) {
      changes += cells.get(i).storage().equals(cells.get(i - 1).storage()) ? 0 : 1;
    }
    assertThat(changes).isEqualTo(storages == 1 ? 0 : storages * repetitions - 1);
  }

  @Test
  void onlyTakesTheCellsThatAGlobMatchesInTheirOrder() {
    SweepPlan all = SweepPlan.of(TWO_BY_TWO, 1);
    assertThat(names(all.only(List.of("hdd/*"))))
        .containsExactly("hdd_ethernet_1", "hdd_infiniband_1");
    assertThat(names(all.only(List.of("*/infiniband", "ssd/ethernet"))))
        .containsExactly("hdd_infiniband_1", "ssd_ethernet_1", "ssd_infiniband_1");
    assertThat(all.only(List.of())).isEqualTo(all);
  }

  @Test
  void onlyThatMatchesNothingIsRefusedWithWhatThereIs() {
    SweepPlan all = SweepPlan.of(TWO_BY_TWO, 1);
    for (String glob : List.of("hdd", "nvme/*", "hdd/ether")) {
      assertThatRefused(() -> all.only(List.of("ssd/*", glob)))
          .hasMessageContaining("--only '" + glob + "' matches no cell")
          .hasMessageContaining("ssd/infiniband");
    }
    assertThatRefused(() -> all.only(List.of("hdd/["))).hasMessageContaining("is not a glob");
  }

  private static CellResult result(SweepCell cell, State state, String reason) {
    return CellResult.of(cell.name(), "terasort", state, reason, DataSize.ofMegabytes(20));
  }

  /** A sweep killed anywhere: what ended is not repeated, what was under way and the rest is. */
  @Property
  void afterAnyPrefixOfEndedCellsTheRestIsLeftInItsOrder(
      @ForAll @Size(max = 12) List<Boolean> ended,
      @ForAll boolean underWay,
      @ForAll boolean repeatFailed) {
    SweepPlan plan = SweepPlan.of(file(List.of("a", "b", "c"), List.of("x", "y")), 2);
    List<SweepCell> cells = plan.cells();
    Function<SweepCell, Optional<CellResult>> found =
        cell -> {
          int at = cells.indexOf(cell);
          if (at < ended.size()) {
            return Optional.of(
                ended.get(at)
                    ? result(cell, State.OK, "")
                    : result(cell, State.FAILED, "a reason"));
          }
          return at == ended.size() && underWay
              ? Optional.of(result(cell, State.RUNNING, ""))
              : Optional.empty();
        };
    List<SweepCell> expected = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      boolean ok = i < ended.size() && ended.get(i);
      boolean failed = i < ended.size() && !ended.get(i);
      if (!ok && (!failed || repeatFailed)) {
        expected.add(cells.get(i));
      }
    }
    assertThat(plan.left(found, repeatFailed).cells()).isEqualTo(expected);
  }

  @Test
  void cellThatASignalCutOffRunsAgain() {
    SweepPlan plan = SweepPlan.of(TWO_BY_TWO, 1);
    SweepCell cut = plan.cells().get(1);
    assertThat(
            plan.left(
                    c ->
                        Optional.of(
                            c.equals(cut)
                                ? result(c, State.FAILED, WorkloadCell.INTERRUPTED)
                                : result(c, State.OK, "")),
                    false)
                .cells())
        .containsExactly(cut);
  }
}
