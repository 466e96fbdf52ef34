package io.corebound.analysis.pages.report.compare;

import io.corebound.analysis.study.compare.FigureKey;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Names of figures for people: of its parameters those that tell a variant from the others. */
public final class FigureNames {
  private final Map<String, List<FigureKey>> byName;

  /** Of the figures that are told apart. */
  public FigureNames(List<FigureKey> all) {
    byName = all.stream().collect(Collectors.groupingBy(FigureKey::name));
  }

  /** {@code buffer=65536}; empty where the operation has one variant. */
  public String variant(FigureKey key) {
    List<FigureKey> others = byName.get(key.name());
    Map<String, String> telling = new TreeMap<>(key.parameters());
    telling
        .entrySet()
        .removeIf(
            p ->
                others.stream().allMatch(o -> p.getValue().equals(o.parameters().get(p.getKey()))));
    boolean sameThreads = others.stream().allMatch(o -> o.threads() == key.threads());
    return new FigureKey(
            key.kind(), key.name(), telling, sameThreads ? 1 : key.threads(), "", "", "")
        .variant();
  }

  /** {@code read.hdfs buffer=65536, cost}. */
  public String full(FigureKey key) {
    return (key.name() + " " + variant(key)).strip() + ", " + key.figure();
  }
}
