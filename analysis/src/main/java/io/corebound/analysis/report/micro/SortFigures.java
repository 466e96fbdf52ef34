package io.corebound.analysis.report.micro;

import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Words;
import io.corebound.analysis.report.micro.PaperFigure.Item;
import io.corebound.analysis.report.micro.PaperFigure.Quantity;
import io.corebound.records.run.Measurement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Figures 15 and 16: a map task's own sort and merge, apart and together. */
final class SortFigures {
  private static final String TERASORT_KEY = "text-10";
  private static final String TERASORT_VALUE = "90";

  /** With two, a merge has nothing to choose between. */
  private static final int LEAST_SPILLS = 3;

  private SortFigures() {}

  /** A pair of key and value, as the benchmark's parameters name them. */
  private record Pair(String key, String value) {
    static Pair of(Variant v) {
      return new Pair(
          v.parameter("key").isEmpty() ? TERASORT_KEY : v.parameter("key"),
          v.parameter("value").isEmpty() ? TERASORT_VALUE : v.parameter("value"));
    }

    String id() {
      return key + "/" + value;
    }

    String label() {
      String label =
          "Key " + type(key) + ", value " + (value.matches("[0-9]+") ? value + " B" : type(value));
      return id().equals(TERASORT_KEY + "/" + TERASORT_VALUE) ? label + " (TeraSort)" : label;
    }

    /** {@code text-10} is {@code Text 10 B}. */
    private static String type(String name) {
      String[] parts = name.split("-", 2);
      String kind = Words.capital(parts[0]);
      return parts.length == 1
          ? kind
          : kind + " " + (parts[1].matches("[0-9]+") ? parts[1] + " B" : parts[1]);
    }
  }

  static List<Block> blocks(MeasuredOperations operations, PaperValues paper) {
    List<Block> blocks = new ArrayList<>();
    blocks.addAll(
        figure(
                operations,
                15,
                "a map task's sort and merge",
                List.of("sort", "merge"),
                List.of("sort", "merge"))
            .blocks(paper));
    blocks.addAll(
        figure(
                operations,
                16,
                "sort and merge together",
                List.of("sort-merge"),
                List.of("sort and merge"))
            .blocks(paper));
    return blocks;
  }

  private static PaperFigure figure(
      MeasuredOperations operations,
      int number,
      String title,
      List<String> ids,
      List<String> series) {
    Set<Pair> pairs = new LinkedHashSet<>();
    ids.forEach(id -> operations.named(id).forEach(o -> pairs.add(Pair.of(o.variant()))));
    return new PaperFigure(
        number,
        "figure-" + number,
        title,
        "Hadoop's MapOutputBuffer itself, random keys, several spills (so that there is a merge)"
            + " where these were measured; other orders and a single spill are in the table of all"
            + " variants. MB of keys and values.",
        "Pair",
        series,
        List.of(Quantity.KEYS, Quantity.RATE),
        pairs.stream()
            .map(
                pair ->
                    new Item(
                        pair.id(),
                        pair.label(),
                        ids.stream().map(id -> chosen(operations, id, pair)).toList()))
            .toList());
  }

  /**
   * Several spills, random order, as many spills as the paper's, the largest batch: the first of
   * these that can be had.
   */
  private static Optional<MeasuredOperation> chosen(
      MeasuredOperations operations, String id, Pair pair) {
    return operations.named(id).stream()
        .filter(o -> Pair.of(o.variant()).equals(pair))
        .max(
            Comparator.<MeasuredOperation, Boolean>comparing(o -> is(o, "spills", "several"))
                .thenComparing(o -> is(o, "order", "random"))
                .thenComparing(o -> spills(operations, o) >= LEAST_SPILLS)
                .thenComparing(MeasuredOperation::batch));
  }

  /** Those of its sort, of which the merge is the same batch; many where none were counted. */
  private static double spills(MeasuredOperations operations, MeasuredOperation o) {
    return operations.named("sort").stream()
        .filter(sort -> sort.variant().parameters().equals(o.variant().parameters()))
        .flatMap(sort -> sort.rows().stream())
        .filter(row -> row.metric().equals("spills"))
        .mapToDouble(Measurement::value)
        .findFirst()
        .orElse(LEAST_SPILLS);
  }

  private static boolean is(MeasuredOperation o, String parameter, String value) {
    String given = o.variant().parameter(parameter);
    return given.isEmpty() || given.equals(value);
  }
}
