package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.hosts.Checkout;
import io.corebound.records.format.StructuredFiles;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The published figures of Oikawa and Honjo, section 5, from their own rates. */
class GoldenCaseTest {
  @Test
  void paperRatesGiveThePapersThroughput() throws Exception {
    JsonNode figures = predict();
    assertThat(figures.path("map_mb_per_s_per_core").asDouble()).isCloseTo(15.12, within(0.01));
    assertThat(figures.path("reduce_mb_per_s_per_core").asDouble()).isCloseTo(61.65, within(0.01));
    assertThat(figures.path("combined_mb_per_s_per_core").asDouble())
        .isCloseTo(12.14, within(0.01));
  }

  @Test
  void paperClusterGivesThePapersTimes() throws Exception {
    // the paper's reduce tasks used half of the cores
    JsonNode both = predict("--data", "400GB", "--nodes", "5", "--cores", "16");
    assertThat(both.path("map_s").asDouble()).isCloseTo(331, within(1.0));
    assertThat(both.path("reduce_s").asDouble()).isCloseTo(162, within(1.0));
  }

  @Test
  void papersEstimateIsPrintedWithTheRatesThatWereTakenAndTheDifference() throws Exception {
    Corebound.Result result =
        Corebound.run(
            "predict",
            "--machine",
            Checkout.ROOT.resolve("configs/machine/oikawa-2013.yaml").toString(),
            "--workload",
            "log-filter-oikawa-2013");
    assertThat(result.err()).isEmpty();
    assertThat(result.out().replaceAll("\\s+", " "))
        .contains("39.0 MB/s", "47.4, +21.6 %")
        .containsPattern("deserialize.tera-record 342 parse.lines-tokens 80.0 read.hdfs 1490");
  }

  private static JsonNode predict(String... more) throws Exception {
    String[] arguments = {
      "predict",
      "--machine",
      Checkout.ROOT.resolve("configs/machine/oikawa-2013.yaml").toString(),
      "--workload",
      "terasort-oikawa-2013",
      "--format",
      "json"
    };
    String[] all = java.util.Arrays.copyOf(arguments, arguments.length + more.length);
    System.arraycopy(more, 0, all, arguments.length, more.length);
    Corebound.Result result = Corebound.run(all);
    assertThat(result.err()).isEmpty();
    assertThat(result.status()).isZero();
    return StructuredFiles.parseJson(result.out());
  }
}
