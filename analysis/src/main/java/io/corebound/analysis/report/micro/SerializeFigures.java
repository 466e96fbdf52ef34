package io.corebound.analysis.report.micro;

import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Block.Cell;
import io.corebound.analysis.page.Block.Column;
import io.corebound.analysis.page.Block.Row;
import io.corebound.analysis.page.Chart;
import io.corebound.analysis.page.Charts;
import io.corebound.analysis.report.micro.PaperFigure.Item;
import io.corebound.analysis.report.micro.PaperFigure.Quantity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** Figures 11 and 12: Hadoop's basic types, and byte strings by their length. */
final class SerializeFigures {
  /** Hadoop's basic types, as the ids of operations name them. */
  static final List<String> TYPES =
      List.of("boolean", "byte", "short", "int", "vint", "long", "vlong", "float", "double");

  private static final List<String> WAYS = List.of("serialize", "deserialize");

  private SerializeFigures() {}

  static List<Block> blocks(MeasuredOperations operations, PaperValues paper) {
    List<Block> blocks = new ArrayList<>(basicTypes(operations).blocks(paper));
    blocks.addAll(byElementSize(operations, paper));
    return blocks;
  }

  private static PaperFigure basicTypes(MeasuredOperations operations) {
    return new PaperFigure(
        11,
        "figure-11",
        "serializing Hadoop's basic types",
        "One thread, warm, from and to a buffer in memory. A value costs nearly the same whatever"
            + " its size, so that small values make few MB/s.",
        "Type",
        WAYS,
        List.of(Quantity.ELEMENTS, Quantity.RATE),
        TYPES.stream()
            .map(
                type ->
                    new Item(
                        type,
                        type,
                        WAYS.stream().map(way -> largest(operations, way + "." + type)).toList()))
            .toList());
  }

  private static Optional<MeasuredOperation> largest(MeasuredOperations operations, String id) {
    return operations.named(id).stream().max(Comparator.comparingDouble(MeasuredOperation::batch));
  }

  private static List<Block> byElementSize(MeasuredOperations operations, PaperValues paper) {
    Map<String, Map<Integer, MeasuredOperation>> lines = new LinkedHashMap<>();
    for (String kind : List.of("bytes", "text")) {
      for (String way : WAYS) {
        Map<Integer, MeasuredOperation> line = new TreeMap<>();
        MeasuredOperations.largest(
                operations.named(way + "." + kind),
                o ->
                    Optional.of(o.variant().parameter("element"))
                        .filter(e -> e.matches("[0-9]{1,9}")))
            .forEach((element, o) -> line.put(Integer.valueOf(element), o));
        if (!line.isEmpty()) {
          lines.put((kind.equals("bytes") ? "BytesWritable" : "Text") + ", " + way, line);
        }
      }
    }
    return lines.isEmpty() ? List.of() : List.of(chart(lines, paper), table(lines, paper));
  }

  private static Block chart(
      Map<String, Map<Integer, MeasuredOperation>> lines, PaperValues paper) {
    List<Chart.Series> series = new ArrayList<>();
    lines.forEach(
        (name, line) -> {
          List<List<Double>> points = new ArrayList<>();
          line.forEach(
              (element, o) -> {
                Double rate = Charts.orNull(MeasuredOperation.value(o.rate()));
                if (rate != null) {
                  points.add(List.of((double) element, rate));
                }
              });
          series.add(new Chart.Series(name, "", "", false, points, List.of()));
        });
    List<List<Double>> marks = new ArrayList<>();
    for (int element : elements(lines)) {
      for (PaperValues.Value value : paper.of(12, String.valueOf(element), "serialize")) {
        value.numbers().forEach(rate -> marks.add(List.of((double) element, rate)));
      }
    }
    if (!marks.isEmpty()) {
      series.add(Chart.Series.markers(PaperValues.NAME, marks));
    }
    return Charts.orMissing(
        Chart.curve(
            "figure-12",
            "Figure 12: serializing byte strings by their length",
            "One thread, warm. Both scales are logarithmic: where a line rises by as much as the"
                + " length does, an element has a fixed cost whatever its length.",
            "MB/s",
            "payload of one element in bytes",
            series),
        "no rate was measured.");
  }

  private static TreeSet<Integer> elements(Map<String, Map<Integer, MeasuredOperation>> lines) {
    TreeSet<Integer> elements = new TreeSet<>();
    lines.values().forEach(l -> elements.addAll(l.keySet()));
    return elements;
  }

  private static Block table(
      Map<String, Map<Integer, MeasuredOperation>> lines, PaperValues paper) {
    List<Column> columns = new ArrayList<>(List.of(Column.number("Element", "B")));
    lines.keySet().forEach(name -> columns.add(Column.number(name, "MB/s")));
    columns.add(Column.text("The paper's machine"));
    List<Row> rows = new ArrayList<>();
    for (int element : elements(lines)) {
      List<Cell> cells = new ArrayList<>(List.of(Cell.text(String.valueOf(element))));
      for (Map<Integer, MeasuredOperation> line : lines.values()) {
        Optional<MeasuredOperation> o = Optional.ofNullable(line.get(element));
        cells.add(
            Cell.number(MeasuredOperation.value(o.flatMap(MeasuredOperation::rate)))
                .withNote(MeasuredOperation.interval(o.flatMap(MeasuredOperation::rate))));
      }
      cells.add(
          Cell.text(
              paper.of(12, String.valueOf(element), "serialize").stream()
                  .map(PaperValues.Value::display)
                  .findFirst()
                  .orElse("no figure in the text")));
      rows.add(new Row(cells, false));
    }
    return new Block.Table(
        "figure-12-table",
        "Figure 12 in figures",
        "MB/s of payload, below each its 95 % interval over forks. The paper's text has \"small\""
            + " and \"large\" elements of a range from 8 B to 1 KB: these are taken for its ends.",
        columns,
        rows);
  }
}
