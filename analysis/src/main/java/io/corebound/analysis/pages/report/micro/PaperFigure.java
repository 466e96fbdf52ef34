package io.corebound.analysis.pages.report.micro;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Block.Cell;
import io.corebound.analysis.pages.page.Block.Column;
import io.corebound.analysis.pages.page.Block.Row;
import io.corebound.analysis.pages.page.Chart;
import io.corebound.analysis.pages.page.Charts;
import io.corebound.analysis.pages.page.Words;
import io.corebound.records.run.Measurement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A figure of the paper, measured here: bars for each item, or curves over a parameter, and beside
 * them what the paper's text states for its own machine.
 *
 * @param across the amount on the horizontal axis of curves, with its unit; null for bars
 * @param series names of an item's bars, or of the curves; one for each operation of a subject
 */
record PaperFigure(
    int number,
    String title,
    String caption,
    String across,
    List<Drawn> draws,
    List<String> series,
    Axis items) {
  private static final String PAPER = "the paper's machine";

  /** With two spills a merge has nothing to choose between. */
  private static final double FEWEST_SPILLS = 3;

  /** What of an operation a figure draws. */
  enum Drawn {
    RATE("throughput", "MB/s", 1, Quantity.RATE),
    ELEMENTS("elements a second", "M/s", 1e6, Quantity.RECORDS_RATE),
    KEYS("keys a second", "M/s", 1e6, Quantity.RECORDS_RATE);

    private final String words;
    private final String unit;
    private final double scale;
    private final Quantity quantity;

    Drawn(String words, String unit, double scale, Quantity quantity) {
      this.words = words;
      this.unit = unit;
      this.scale = scale;
      this.quantity = quantity;
    }

    private Cell cell(Optional<MeasuredOperation> operation) {
      return MeasuredOperation.cell(operation.flatMap(o -> o.find(quantity)), scale);
    }

    private Double value(Optional<MeasuredOperation> operation) {
      return Charts.orNull(operation.map(o -> o.value(quantity)).orElse(Double.NaN) / scale);
    }
  }

  /**
   * What makes the items: a subject, and the values that were measured of some parameters.
   *
   * @param by words for the parameters' values, in the order in which they are shown
   * @param prefers which of several variants of an item is shown, by parameter
   */
  record Axis(
      String what,
      Map<String, Map<String, String>> by,
      Map<String, String> prefers,
      List<Subject> subjects) {
    Axis {
      by = by == null ? Map.of() : by;
      prefers = prefers == null ? Map.of() : prefers;
    }

    private Map<String, String> place(MeasuredOperation o) {
      Map<String, String> place = new TreeMap<>(o.variant().parameters());
      place.keySet().retainAll(by.keySet());
      return place;
    }

    /** The last parameter orders the items first. */
    private Comparator<Map<String, String>> order() {
      Comparator<Map<String, String>> order = Comparator.comparing(place -> 0);
      for (Map.Entry<String, Map<String, String>> parameter : by.entrySet()) {
        List<String> known = List.copyOf(parameter.getValue().keySet());
        order =
            Comparator.comparing(
                    (Map<String, String> place) -> place.getOrDefault(parameter.getKey(), ""),
                    Comparator.comparing((String v) -> known.contains(v) ? known.indexOf(v) : 99)
                        .thenComparing(String::length)
                        .thenComparing(v -> v))
                .thenComparing(order);
      }
      return order;
    }

    private String label(Subject subject, Map<String, String> place) {
      List<String> words = new ArrayList<>(List.of(subject.name()));
      by.forEach(
          (parameter, known) -> {
            String value = place.get(parameter);
            if (value != null) {
              String word = known.getOrDefault(value, parameter + " " + value);
              words.add(known.isEmpty() ? value : word);
            }
          });
      words.removeIf(String::isEmpty);
      return String.join(", ", words);
    }
  }

  /**
   * What items are about.
   *
   * @param operations one for each of the figure's series
   * @param paper what the paper's text states of it; null for nothing
   */
  record Subject(String name, List<String> operations, List<PaperValue> paper) {
    Subject {
      paper = paper == null ? List.of() : paper;
    }
  }

  /**
   * A place on the figure's axis.
   *
   * @param shown an operation for each series; empty where none was measured
   */
  record Item(
      String label,
      Subject subject,
      Map<String, String> place,
      List<Optional<MeasuredOperation>> shown) {

    /** What the paper's text states of it in one of these units. */
    List<PaperValue> stated(List<String> units) {
      Predicate<Map.Entry<String, String>> here =
          w -> place.getOrDefault(w.getKey(), w.getValue()).equals(w.getValue());
      return subject.paper().stream()
          .filter(s -> units.contains(s.unit()) && s.when().entrySet().stream().allMatch(here))
          .toList();
    }

    Cell inThePaper(List<String> units) {
      String text =
          stated(units).stream()
              .map(s -> (s.series() == null ? "" : s.series() + " ") + s.display())
              .collect(Collectors.joining("; "));
      return Cell.text(text.isEmpty() ? "no figure in the text" : text);
    }
  }

  String id() {
    return "figure-" + number;
  }

  /** Charts and tables; nothing where nothing of it was measured. */
  List<Block> blocks(MeasuredOperations operations) {
    List<Item> there = items(operations);
    if (there.isEmpty()) {
      return List.of();
    }
    List<Block> blocks = new ArrayList<>();
    draws.forEach(drawn -> blocks.add(chart(drawn, there)));
    blocks.add(table(there));
    if (number == ReadFigures.NUMBER) {
      ReadFigures.add(blocks, this, operations, there);
    }
    return blocks;
  }

  private List<Item> items(MeasuredOperations operations) {
    List<Item> found = new ArrayList<>();
    for (Subject subject : items.subjects()) {
      List<Map<String, String>> places =
          subject.operations().stream()
              .flatMap(id -> operations.named(id).stream())
              .map(items::place)
              .distinct()
              .sorted(items.order())
              .toList();
      for (Map<String, String> place : places) {
        List<Optional<MeasuredOperation>> shown =
            subject.operations().stream()
                .map(id -> chosen(operations, variants(operations, id, place)))
                .toList();
        found.add(new Item(items.label(subject, place), subject, place, shown));
      }
    }
    return across == null
        ? found
        : found.stream().filter(i -> i.label().matches("[0-9]{1,9}")).toList();
  }

  List<MeasuredOperation> variants(
      MeasuredOperations operations, String id, Map<String, String> place) {
    return operations.named(id).stream().filter(o -> items.place(o).equals(place)).toList();
  }

  private Optional<MeasuredOperation> chosen(
      MeasuredOperations operations, List<MeasuredOperation> variants) {
    Comparator<MeasuredOperation> order = Comparator.comparing(o -> 0);
    for (Map.Entry<String, String> p : items.prefers().entrySet()) {
      List<String> preferred = List.of("", p.getValue());
      order = order.thenComparing(o -> preferred.contains(o.variant().parameter(p.getKey())));
    }
    order = order.thenComparing(o -> spills(operations, o) >= FEWEST_SPILLS);
    return variants.stream()
        .reduce(BinaryOperator.maxBy(order.thenComparing(MeasuredOperation::batch)));
  }

  /** The spills of the sort of the same batch; enough where none were counted. */
  private static double spills(MeasuredOperations operations, MeasuredOperation o) {
    return operations.named("sort").stream()
        .filter(sort -> sort.variant().parameters().equals(o.variant().parameters()))
        .flatMap(sort -> sort.rows().stream())
        .filter(row -> row.metric().equals("spills"))
        .mapToDouble(Measurement::value)
        .findFirst()
        .orElse(FEWEST_SPILLS);
  }

  private Block chart(Drawn drawn, List<Item> there) {
    boolean bars = across == null;
    List<Chart.Series> all = new ArrayList<>();
    for (int s = 0; s < series.size(); s++) {
      int at = s;
      Function<Item, Double> value = i -> drawn.value(i.shown().get(at));
      all.add(
          bars
              ? Chart.Series.bars(series.get(s), "", there.stream().map(value).toList())
              : Chart.Series.line(
                  series.get(s),
                  "",
                  false,
                  there.stream()
                      .filter(i -> value.apply(i) != null)
                      .map(i -> List.of(x(i), value.apply(i)))
                      .toList()));
    }
    all.removeIf(s -> s.points().isEmpty() && s.values().stream().allMatch(Objects::isNull));
    Map<String, List<List<Double>>> marks = new LinkedHashMap<>();
    for (int i = 0; i < there.size(); i++) {
      for (PaperValue stated : there.get(i).stated(List.of(drawn.unit))) {
        String name = stated.series() == null ? PAPER : PAPER + ": " + stated.series();
        for (double figure : stated.numbers()) {
          marks
              .computeIfAbsent(name, n -> new ArrayList<>())
              .add(bars ? List.of(figure, (double) i) : List.of(x(there.get(i)), figure));
        }
      }
    }
    marks.forEach((name, points) -> all.add(Chart.Series.markers(name, points)));
    String suffix = draws.size() == 1 ? "" : "-" + drawn.name().toLowerCase(Locale.ROOT);
    return Charts.orMissing(
        Chart.of(
            bars ? "bars" : "curve",
            id() + suffix,
            "Figure %s: %s, %s".formatted(number, title, drawn.words),
            caption,
            drawn.unit,
            bars ? "" : across,
            bars ? there.stream().map(Item::label).toList() : List.of(),
            all),
        "no %s was measured.".formatted(drawn.words));
  }

  private static double x(Item item) {
    return Double.parseDouble(item.label());
  }

  private Block table(List<Item> there) {
    List<Column> columns = new ArrayList<>(List.of(Column.text(items.what())));
    for (String name : series) {
      draws.forEach(drawn -> columns.add(Column.number(Words.capital(name), drawn.unit)));
    }
    columns.add(Column.text("The paper's machine"));
    List<String> units = draws.stream().map(drawn -> drawn.unit).toList();
    List<Row> rows = new ArrayList<>();
    for (Item item : there) {
      List<Cell> cells = new ArrayList<>(List.of(Cell.text(item.label())));
      item.shown().forEach(o -> draws.forEach(drawn -> cells.add(drawn.cell(o))));
      cells.add(item.inThePaper(units));
      rows.add(new Row(cells, false));
    }
    return new Block.Table(
        id() + "-table",
        "Figure %s in figures".formatted(number),
        "Below each figure stands its 95 % interval over forks.",
        columns,
        rows);
  }
}
