package io.corebound.analysis.pages.report;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Chart;
import io.corebound.analysis.pages.page.Figures;
import io.corebound.analysis.pages.page.Sentences;
import io.corebound.analysis.pages.report.BasePerformance.Line;
import io.corebound.records.run.Measurement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** How fast transports carry messages, over their size: Figure 1 of the paper on shuffle. */
final class TransportFigure {
  private static final String RSOCKET = "rsocket";
  private static final String TCP = "tcp";

  /** The transports. */
  static final List<String> NAMES = List.of(RSOCKET, TCP);

  private static final Sentences SAY = Headline.SAY;

  /** Of a message, where the paper compares transports. */
  private static final long COMPARED_BYTES = 1 << 20;

  private TransportFigure() {}

  private static Stream<Line> of(List<Line> lines, String transport) {
    return lines.stream().filter(l -> l.isOfMessages() && l.access().equals(transport));
  }

  static Block chart(List<Line> lines) {
    List<Chart.Series> series =
        NAMES.stream()
            .map(name -> Chart.Series.line(name, "", false, points(lines, name)))
            .filter(line -> !line.points().isEmpty())
            .toList();
    return SAY.chart("curve", "messages", "transport-messages", List.of(), series);
  }

  private static List<List<Double>> points(List<Line> lines, String transport) {
    return of(lines, transport)
        .map(line -> List.of((double) line.messageBytes(), line.measured()))
        .toList();
  }

  /** What has to be known to read them. */
  static List<String> notes(List<Measurement> rows, List<Line> lines) {
    List<String> notes = new ArrayList<>();
    rows.stream()
        .flatMap(row -> Optional.ofNullable(row.parameters().get("without")).stream())
        .distinct()
        .forEach(why -> notes.add(SAY.say("without", "why", why)));
    OptionalDouble tcp = compared(lines, TCP);
    OptionalDouble rsocket = compared(lines, RSOCKET);
    if (tcp.isPresent() && rsocket.isPresent()) {
      notes.add(SAY.say("transports", "times", rsocket.getAsDouble() / tcp.getAsDouble()));
    }
    return notes;
  }

  private static OptionalDouble compared(List<Line> lines, String transport) {
    return of(lines, transport)
        .filter(line -> line.messageBytes() == COMPARED_BYTES)
        .mapToDouble(Line::measured)
        .findFirst();
  }

  /** A few words for each transport. */
  static List<String> headlines(List<Line> lines) {
    List<String> parts = new ArrayList<>();
    for (String name : NAMES) {
      compared(lines, name)
          .ifPresent(
              rate ->
                  parts.add(
                      SAY.say("ofMessages", "transport", name, "rate", Figures.number(rate))));
    }
    return parts;
  }
}
