package io.corebound.analysis.pages.report.micro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.report.micro.Starts.Setting;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.Measurement.Metric;
import io.corebound.records.units.Mean;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StartsTest {
  private static Measurement row(String operation, String metric, double value) {
    return new Measurement(
        "start", operation, Map.of(), "all", 1, metric, "core-s", "", Mean.exact(value), "", "");
  }

  private static Stream<Measurement> starts(double container, double map, double master) {
    return Stream.of(
        row("start.container", Metric.COLD_COST, container),
        row("start.container", "empty_map_wall", map),
        row("start.job", Metric.SUBMIT_TO_FIRST_MAP_COST, master));
  }

  @Test
  void settingsStandBesideHadoopsOwnWithWhatTheySave() {
    List<Measurement> rows =
        Stream.concat(starts(4, 5, 8), starts(3, 4, 6).map(r -> r.under("archive"))).toList();

    List<Setting> settings = Starts.of(rows).settings();
    assertThat(settings).extracting(Setting::name).containsExactly("hadoop", "archive");
    assertThat(settings.get(0).containerLess()).isNull();
    Setting archive = settings.get(1);
    assertThat(archive.containerLess()).isCloseTo(0.25, within(1e-9));
    assertThat(archive.emptyMapS()).isEqualTo(4);
    assertThat(archive.masterCoreS()).isEqualTo(6);
    assertThat(((Block.Table) Starts.of(rows).table("starts")).rows()).hasSize(2);
  }

  @Test
  void startsOfOneSettingAreNotCompared() {
    assertThat(Starts.of(starts(4, 5, 8).toList()).isEmpty()).isTrue();
    assertThat(Starts.of(starts(4, 5, 8).map(r -> r.under("archive")).toList()).isEmpty()).isTrue();
  }
}
