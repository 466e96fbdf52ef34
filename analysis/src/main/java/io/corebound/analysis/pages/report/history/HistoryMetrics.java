package io.corebound.analysis.pages.report.history;

import io.corebound.analysis.pages.page.Sentences;
import io.corebound.analysis.study.history.Newest;
import io.corebound.analysis.study.history.RunHistory;
import java.util.Map;

/**
 * The newest figures beside what is usual, in the text format that OpenMetrics and Prometheus
 * share, without times, which node_exporter's collector of text files refuses.
 */
public final class HistoryMetrics {
  private static final Sentences SAY = Sentences.of(HistoryMetrics.class, "history");

  private HistoryMetrics() {}

  /** A figure and whose it is. */
  public record Sample(String machine, Newest newest) {
    /** Labels, their values quoted. */
    public String labels() {
      return "machine=\"%s\",operation=\"%s\",variant=\"%s\",figure=\"%s\",unit=\"%s\""
          .formatted(
              quoted(machine),
              quoted(newest.key().name()),
              quoted(newest.key().variant()),
              quoted(newest.key().figure()),
              quoted(newest.key().unit()));
    }

    private static String quoted(String text) {
      return text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }
  }

  /** The whole text. */
  public static String of(RunHistory history) {
    return SAY.lines(
        "metrics",
        Map.of(
            "samples",
            history.machines().stream()
                .flatMap(m -> m.newest().stream().map(n -> new Sample(m.host(), n)))
                .toList()));
  }
}
