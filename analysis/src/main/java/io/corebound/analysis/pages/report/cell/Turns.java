package io.corebound.analysis.pages.report.cell;

import io.corebound.analysis.pages.page.Figures;
import io.corebound.analysis.study.bound.Span;
import io.corebound.records.run.Bound;
import io.corebound.records.run.Samples;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What bounded the seconds of an interval one after the other: a start of JVMs fills the cores,
 * then a transfer fills the link, and neither is full over the whole.
 *
 * @param secondsByBound how long each bounded; what bounded no second has no entry
 */
public record Turns(Map<Bound, Double> secondsByBound) {
  /** Longer intervals are cut into as many longer parts. */
  private static final int MOST_PARTS = 120;

  /** From this share of the time on in which something was full, it does not count as waiting. */
  private static final double MOSTLY = 0.5;

  /** Nothing is known of single seconds. */
  static final Turns NONE = new Turns(Map.of());

  /** Judges each second of the spans; samples are taken at whole seconds, so those are the cuts. */
  public static Turns of(List<Samples> samples, List<Span> spans, BaseRates base) {
    Map<Bound, Double> seconds = new EnumMap<>(Bound.class);
    for (Span part : parts(spans)) {
      Bound bound = IntervalVerdict.boundOf(ResourceUse.over(samples, List.of(part), base));
      seconds.merge(bound, part.lengthS(), Double::sum);
    }
    return new Turns(seconds);
  }

  private static List<Span> parts(List<Span> spans) {
    double lengthS = spans.stream().mapToDouble(Span::lengthS).sum();
    double stepS = Math.max(1, Math.ceil(lengthS / MOST_PARTS));
    List<Span> parts = new ArrayList<>();
    for (Span span : spans) {
      double from = span.startS();
      while (from < span.endS()) {
        double to = Math.min(span.endS(), Math.floor(from) + stepS);
        parts.add(new Span(from, to));
        from = to;
      }
    }
    return parts;
  }

  /** What was full the longest, where something was most of the time; else WAITING. */
  public Bound main() {
    Bound longest = Bound.WAITING;
    double fullS = 0;
    for (Bound bound : List.of(Bound.CPU, Bound.DISK, Bound.NETWORK)) {
      fullS += seconds(bound);
      if (seconds(bound) > seconds(longest) || longest == Bound.WAITING && seconds(bound) > 0) {
        longest = bound;
      }
    }
    double allS = secondsByBound.values().stream().mapToDouble(s -> s).sum();
    return fullS >= MOSTLY * allS ? longest : Bound.WAITING;
  }

  private double seconds(Bound bound) {
    return secondsByBound.getOrDefault(bound, 0.0);
  }

  /** {@code CPU 6.12 s, network 3.02 s, waiting 0.9 s}; the longest first. */
  public String inWords() {
    return secondsByBound.entrySet().stream()
        .sorted(Map.Entry.<Bound, Double>comparingByValue().reversed())
        .map(e -> "%s %s s".formatted(e.getKey().word(), Figures.number(e.getValue())))
        .collect(Collectors.joining(", "));
  }
}
