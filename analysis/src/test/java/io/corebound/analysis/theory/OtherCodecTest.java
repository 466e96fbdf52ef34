package io.corebound.analysis.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.analysis.study.predict.PredictionRequest;
import io.corebound.analysis.study.predict.Predictor;
import io.corebound.analysis.theory.volumes.VolumesCache;
import io.corebound.records.run.Prediction;
import io.corebound.records.units.DataSize;
import org.junit.jupiter.api.Test;

/** A job with another codec of its map output than its cluster file has. */
class OtherCodecTest {
  private static final DataSize DATA = DataSize.parse("2GB");

  @Test
  void operationsAndRatioAreThoseOfTheCodecThatIsAskedFor() {
    Prediction gzip = predict(withGzip().machine(), "gzip");
    assertThat(gzip.intervals().get(0).operations())
        .extracting(Prediction.OperationCost::operation)
        .contains("compress.gzip", "decompress.gzip")
        .doesNotContain("compress.snappy");
    // fetched: IFile bytes over the ratio
    assertThat(fetched(gzip)).isCloseTo(2e9 * 104 / 100 / 5, within(DATA));
    assertThat(fetched(predict(withGzip().machine(), "snappy")))
        .isCloseTo(2e9 * 104 / 100 / 2.5, within(DATA));
  }

  @Test
  void noneLeavesCompressionOut() {
    assertThat(predict(withGzip().machine(), "none").intervals())
        .allSatisfy(
            i -> assertThat(i.operations()).noneMatch(o -> o.operation().contains("compress")));
  }

  @Test
  void codecsAreThoseWithCostAndRatio() {
    assertThat(withGzip().machine().codecs()).containsExactly("gzip", "snappy");
    assertThat(withGzip().without("compress.gzip", "ratio").machine().codecs())
        .containsExactly("snappy");
  }

  @Test
  void codecWithoutCostOrRatioIsRefusedByName() {
    assertThatThrownBy(() -> predict(MeasuredRows.terasort().machine(), "lz4"))
        .hasMessageContaining("lacks 2 of the operations that the workload needs: compress.lz4, ");
    Machine withoutRatio = withGzip().without("compress.gzip", "ratio").machine();
    assertThatThrownBy(() -> predict(withoutRatio, "gzip"))
        .hasMessageContaining("'ratio' of operation 'compress.gzip'");
  }

  private static org.assertj.core.data.Offset<Double> within(DataSize data) {
    return org.assertj.core.data.Offset.offset(data.bytes() * 1e-6);
  }

  private static double fetched(Prediction prediction) {
    return prediction.intervals().stream()
        .flatMap(i -> i.operations().stream())
        .filter(o -> o.operation().equals("shuffle.fetch"))
        .mapToDouble(o -> o.volume().bytes())
        .sum();
  }

  private static MeasuredRows withGzip() {
    return MeasuredRows.terasort()
        .operation("compress.gzip", "ifile", 30, 30, 0.05)
        .operation("decompress.gzip", "ifile", 5, 5, 0.05)
        .row("compress.gzip", "wall", "ratio", "ratio", "ifile", 5);
  }

  private static Prediction predict(Machine machine, String codec) {
    return Predictor.point(
        machine,
        "terasort",
        Cases.terasort(),
        PredictionRequest.planned(Cases.local(), DATA, codec),
        new VolumesCache());
  }
}
