package io.corebound.analysis.model;

import java.util.Comparator;
import java.util.List;

/**
 * What takes the most of an interval's time.
 *
 * @param name {@code CPU}, {@code disk}, {@code network} or {@code waiting}
 * @param margin how many times the next one's time; null where the others take none
 */
record Bottleneck(String name, Double margin) {
  private record Part(String name, double seconds) {}

  static Bottleneck of(double cpuS, double diskS, double networkS, double waitingS) {
    List<Part> parts =
        List.of(
                new Part("CPU", cpuS),
                new Part("disk", diskS),
                new Part("network", networkS),
                new Part("waiting", waitingS))
            .stream()
            .sorted(Comparator.comparingDouble(Part::seconds).reversed())
            .toList();
    double next = parts.get(1).seconds();
    return new Bottleneck(parts.get(0).name(), next > 0 ? parts.get(0).seconds() / next : null);
  }
}
