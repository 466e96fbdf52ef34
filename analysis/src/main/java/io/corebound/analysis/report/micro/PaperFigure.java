package io.corebound.analysis.report.micro;

import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Block.Cell;
import io.corebound.analysis.page.Block.Column;
import io.corebound.analysis.page.Block.Row;
import io.corebound.analysis.page.Chart;
import io.corebound.analysis.page.Charts;
import io.corebound.analysis.page.Figures;
import io.corebound.analysis.page.Words;
import io.corebound.analysis.report.micro.PaperValues.Value;
import io.corebound.records.run.Measurement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * A figure of the paper, measured here: one bar, or a few side by side, an item; beside it what the
 * paper's text states for its own machine.
 *
 * @param number the figure in the paper
 * @param id name of its charts and table in the page
 * @param title what it shows
 * @param caption how to read it
 * @param what what an item is, as the table's heading
 * @param series names of the bars of an item; one for a single bar
 * @param quantities what is drawn, a chart each
 * @param items the items, in order
 */
record PaperFigure(
    int number,
    String id,
    String title,
    String caption,
    String what,
    List<String> series,
    List<Quantity> quantities,
    List<Item> items) {

  /** What of an operation a figure draws. */
  enum Quantity {
    RATE("throughput", "MB/s", 1, MeasuredOperation::rate),
    ELEMENTS("elements a second", "M/s", 1e6, MeasuredOperation::recordsRate),
    KEYS("keys a second", "M/s", 1e6, MeasuredOperation::recordsRate);

    private final String words;
    private final String unit;
    private final double scale;
    private final Function<MeasuredOperation, Optional<Measurement>> of;

    Quantity(
        String words,
        String unit,
        double scale,
        Function<MeasuredOperation, Optional<Measurement>> of) {
      this.words = words;
      this.unit = unit;
      this.scale = scale;
      this.of = of;
    }

    private double value(Optional<MeasuredOperation> operation) {
      return MeasuredOperation.value(operation.flatMap(of)) / scale;
    }

    private String interval(Optional<MeasuredOperation> operation) {
      return operation.flatMap(of).map(m -> Figures.interval(m, scale)).orElse("");
    }
  }

  /**
   * One place on the figure's axis.
   *
   * @param key its name in the paper's values
   * @param label its name for people
   * @param measured an operation a series; empty where none was measured
   */
  record Item(String key, String label, List<Optional<MeasuredOperation>> measured) {
    boolean there() {
      return measured.stream().anyMatch(Optional::isPresent);
    }
  }

  /** Charts and table; nothing where nothing of it was measured. */
  List<Block> blocks(PaperValues paper) {
    List<Item> there = items.stream().filter(Item::there).toList();
    if (there.isEmpty()) {
      return List.of();
    }
    List<Block> blocks = new ArrayList<>();
    for (Quantity quantity : quantities) {
      blocks.add(chart(quantity, there, paper));
    }
    blocks.add(table(there, paper));
    return blocks;
  }

  private Block chart(Quantity quantity, List<Item> there, PaperValues paper) {
    List<Chart.Series> all = new ArrayList<>();
    for (int s = 0; s < series.size(); s++) {
      int at = s;
      all.add(
          Chart.Series.bars(
              series.get(s),
              "",
              there.stream()
                  .map(i -> Charts.orNull(quantity.value(i.measured().get(at))))
                  .toList()));
    }
    for (String name : series) {
      List<List<Double>> marks = marks(quantity, name, there, paper);
      if (!marks.isEmpty()) {
        all.add(
            Chart.Series.markers(PaperValues.NAME + (series.size() > 1 ? ": " + name : ""), marks));
      }
    }
    return Charts.orMissing(
        Chart.bars(
            quantities.size() == 1 ? id : id + "-" + quantity.name().toLowerCase(Locale.ROOT),
            "Figure " + number + ": " + title + ", " + quantity.words,
            caption,
            quantity.unit,
            there.stream().map(Item::label).toList(),
            all),
        "no " + quantity.words + " was measured.");
  }

  private List<List<Double>> marks(
      Quantity quantity, String name, List<Item> there, PaperValues paper) {
    List<List<Double>> marks = new ArrayList<>();
    for (int i = 0; i < there.size(); i++) {
      for (Value value : paper.of(number, there.get(i).key(), name)) {
        if (value.unit().equals(quantity.unit)) {
          for (double figure : value.numbers()) {
            marks.add(List.of(figure, (double) i));
          }
        }
      }
    }
    return marks;
  }

  private Block table(List<Item> there, PaperValues paper) {
    List<Column> columns = new ArrayList<>(List.of(Column.text(what)));
    for (String name : series) {
      for (Quantity quantity : quantities) {
        columns.add(
            Column.number(series.size() == 1 ? "Measured" : Words.capital(name), quantity.unit));
      }
    }
    columns.add(Column.text("The paper's machine"));
    List<Row> rows = new ArrayList<>();
    for (Item item : there) {
      List<Cell> cells = new ArrayList<>(List.of(Cell.text(item.label())));
      for (Optional<MeasuredOperation> operation : item.measured()) {
        for (Quantity quantity : quantities) {
          cells.add(Cell.number(quantity.value(operation)).withNote(quantity.interval(operation)));
        }
      }
      cells.add(Cell.text(inThePaper(item, paper)));
      rows.add(new Row(cells, false));
    }
    return new Block.Table(
        id + "-table",
        "Figure " + number + " in figures",
        "Below each figure stands its 95 % interval over forks.",
        columns,
        rows);
  }

  private String inThePaper(Item item, PaperValues paper) {
    List<String> parts = new ArrayList<>();
    for (String name : series) {
      paper
          .of(number, item.key(), name)
          .forEach(v -> parts.add((series.size() > 1 ? name + " " : "") + v.display()));
    }
    return parts.isEmpty() ? "no figure in the text" : String.join("; ", parts);
  }
}
