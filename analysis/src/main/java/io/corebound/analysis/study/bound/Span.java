package io.corebound.analysis.study.bound;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A stretch of time, in seconds since the Unix epoch. */
public record Span(double startS, double endS) {
  public double lengthS() {
    return Math.max(0, endS - startS);
  }

  public double overlapS(double fromS, double toS) {
    return Math.max(0, Math.min(endS, toS) - Math.max(startS, fromS));
  }

  /** What is left of this span without the others. */
  public List<Span> without(List<Span> others) {
    List<Span> left = new ArrayList<>();
    double from = startS;
    for (Span other : others.stream().sorted(Comparator.comparingDouble(Span::startS)).toList()) {
      if (other.lengthS() > 0) {
        if (other.startS > from) {
          left.add(new Span(from, Math.min(other.startS, endS)));
        }
        from = Math.max(from, other.endS);
      }
    }
    if (from < endS) {
      left.add(new Span(from, endS));
    }
    return left;
  }
}
