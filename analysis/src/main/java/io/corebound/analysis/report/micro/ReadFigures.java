package io.corebound.analysis.report.micro;

import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Block.Cell;
import io.corebound.analysis.page.Block.Column;
import io.corebound.analysis.page.Block.Row;
import io.corebound.analysis.page.Chart;
import io.corebound.analysis.page.Charts;
import io.corebound.analysis.page.Figures;
import io.corebound.analysis.page.Words;
import io.corebound.analysis.report.micro.MeasuredOperation.Share;
import io.corebound.analysis.report.micro.PaperFigure.Item;
import io.corebound.analysis.report.micro.PaperFigure.Quantity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Figures 9 and 10: how fast files are read, and what CPU that takes. */
final class ReadFigures {
  /** The buffer whose bars are drawn where it was measured; in bytes. */
  private static final String USUAL_BUFFER = "65536";

  private static final double DEVICE_MB_PER_S = 2000;

  private ReadFigures() {}

  /** A way to read a file: the paper's name, and ours with what the paper does not tell. */
  private record Method(String key, String label) {
    static Method of(Variant v) {
      String checksum =
          switch (v.parameter("checksum")) {
            case "true" -> ", checksums";
            case "false" -> ", no checksums";
            default -> "";
          };
      return switch (v.operation()) {
        case "read.cat" -> new Method("cat", "cat");
        case "read.file-input-stream" -> new Method("file-input-stream", "FileInputStream");
        case "read.file-channel" ->
            new Method(
                "file-channel",
                "FileChannel"
                    + (v.parameter("memory").isEmpty()
                        ? ""
                        : ", " + v.parameter("memory") + " buffer"));
        case "read.local-fs" -> new Method("local-fs", "LocalFs" + checksum);
        default ->
            v.parameter("path").equals("short-circuit")
                ? new Method("hdfs, short circuit", "HDFS, short circuit" + checksum)
                : new Method(
                    "hdfs", "HDFS" + (v.parameter("path").isEmpty() ? "" : ", socket") + checksum);
      };
    }
  }

  private static final List<String> OPERATIONS =
      List.of(
          "read.cat", "read.file-input-stream", "read.file-channel", "read.local-fs", "read.hdfs");

  static List<Block> blocks(MeasuredOperations operations, PaperValues paper) {
    Map<Method, Map<String, MeasuredOperation>> byMethod = byMethod(operations);
    if (byMethod.isEmpty()) {
      return List.of();
    }
    Map<Method, MeasuredOperation> drawn = new LinkedHashMap<>();
    byMethod.forEach(
        (method, buffers) ->
            drawn.put(
                method, buffers.getOrDefault(USUAL_BUFFER, buffers.values().iterator().next())));
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        new Block.Paragraph(
            "A file in memory (tmpfs) is read to its end by one thread, so no device can be the"
                + " limit: what remains is what the CPU has to do."));
    sentence(drawn).ifPresent(s -> blocks.add(new Block.Paragraph(s)));
    blocks.addAll(throughput(drawn).blocks(paper));
    if (byMethod.values().stream().anyMatch(b -> b.size() > 1)) {
      blocks.add(buffers(byMethod));
    }
    blocks.addAll(cpu(drawn, paper));
    return blocks;
  }

  private static Map<Method, Map<String, MeasuredOperation>> byMethod(
      MeasuredOperations operations) {
    Map<Method, Map<String, MeasuredOperation>> byMethod = new LinkedHashMap<>();
    for (String id : OPERATIONS) {
      List<MeasuredOperation> variants = operations.named(id);
      for (MeasuredOperation variant : variants) {
        byMethod
            .computeIfAbsent(Method.of(variant.variant()), m -> new LinkedHashMap<>())
            .merge(
                variant.variant().parameter("buffer"),
                variant,
                (one, other) -> other.batch() > one.batch() ? other : one);
      }
    }
    return byMethod;
  }

  private static PaperFigure throughput(Map<Method, MeasuredOperation> drawn) {
    return new PaperFigure(
        9,
        "figure-9",
        "reading a file from memory",
        "One thread, warm, "
            + bufferInWords(drawn)
            + "; short circuit is Hadoop's legacy one. The paper does not state its buffer size nor"
            + " whether checksums were verified.",
        "Method",
        List.of("measured"),
        List.of(Quantity.RATE),
        drawn.entrySet().stream()
            .map(
                e ->
                    new Item(
                        e.getKey().key(), e.getKey().label(), List.of(Optional.of(e.getValue()))))
            .toList());
  }

  private static String bufferInWords(Map<Method, MeasuredOperation> drawn) {
    return "buffers of "
        + Words.list(
            drawn.values().stream()
                .map(o -> o.variant().parameter("buffer"))
                .filter(b -> !b.isEmpty())
                .distinct()
                .map(ReadFigures::size)
                .toList());
  }

  /** {@code 64 KiB}; the text as it is where that is no number of bytes. */
  static String size(String bytes) {
    try {
      long size = Long.parseLong(bytes);
      return size >= 1 << 20 && size % (1 << 20) == 0
          ? (size >> 20) + " MiB"
          : size >= 1 << 10 && size % (1 << 10) == 0 ? (size >> 10) + " KiB" : size + " B";
    } catch (NumberFormatException e) {
      return bytes;
    }
  }

  private static Block buffers(Map<Method, Map<String, MeasuredOperation>> byMethod) {
    TreeSet<String> sizes =
        new TreeSet<>(Comparator.comparingInt(String::length).thenComparing(s -> s));
    byMethod.values().forEach(b -> sizes.addAll(b.keySet()));
    sizes.remove("");
    List<Column> columns = new ArrayList<>(List.of(Column.text("Method")));
    sizes.forEach(s -> columns.add(Column.number(size(s), "MB/s")));
    List<Row> rows = new ArrayList<>();
    byMethod.forEach(
        (method, buffers) -> {
          if (buffers.size() > 1) {
            List<Cell> cells = new ArrayList<>(List.of(Cell.text(method.label())));
            for (String size : sizes) {
              Optional<MeasuredOperation> there = Optional.ofNullable(buffers.get(size));
              cells.add(
                  Cell.number(MeasuredOperation.value(there.flatMap(MeasuredOperation::rate)))
                      .withNote(
                          MeasuredOperation.interval(there.flatMap(MeasuredOperation::rate))));
            }
            rows.add(new Row(cells, false));
          }
        });
    return new Block.Table(
        "figure-9-buffers",
        "Reading by size of the buffer",
        "Larger buffers save calls until they no longer fit the core's cache.",
        columns,
        rows);
  }

  private static List<Block> cpu(Map<Method, MeasuredOperation> drawn, PaperValues paper) {
    Map<Method, MeasuredOperation> told = new LinkedHashMap<>(drawn);
    told.values().removeIf(o -> o.cost().isEmpty());
    if (told.isEmpty()) {
      return List.of();
    }
    List<Row> rows = new ArrayList<>();
    told.forEach(
        (method, o) -> {
          List<Share> shares = o.shares();
          rows.add(
              Row.of(
                  Cell.text(method.label()),
                  Cell.number(MeasuredOperation.value(o.cost()))
                      .withNote(MeasuredOperation.interval(o.cost())),
                  Cell.number(sum(shares, true)),
                  Cell.number(sum(shares, false)),
                  Cell.text(
                      shares.stream()
                          .map(s -> s.process() + " " + Figures.number(s.ns()))
                          .collect(Collectors.joining(", "))),
                  Cell.number(o.coresBusy()),
                  Cell.text(
                      paper.of(10, method.key(), "").stream()
                          .map(PaperValues.Value::display)
                          .findFirst()
                          .orElse("no figure in the text"))));
        });
    return List.of(
        Charts.orMissing(
            Chart.bars(
                "figure-10",
                "Figure 10: CPU that reading takes",
                "Core-seconds for each GB, user and system time of every process that works for the"
                    + " read. The paper shows shares of a core instead; they stand in the table.",
                "core-s/GB",
                told.keySet().stream().map(Method::label).toList(),
                ProcessCosts.series(List.copyOf(told.values()))),
            "no process was told apart."),
        new Block.Table(
            "figure-10-table",
            "Figure 10 in figures",
            "Cores busy = core-seconds for each second of the read. The paper states that the"
                + " reader fills one core in every variant, the DataNode another one, and that"
                + " kernel time exceeds user time.",
            List.of(
                Column.text("Method"),
                Column.number("CPU", "core-s/GB"),
                Column.number("of it user", "core-s/GB"),
                Column.number("system", "core-s/GB"),
                Column.text("by process"),
                Column.number("Cores busy", ""),
                Column.text("The paper's machine")),
            rows));
  }

  private static double sum(List<Share> shares, boolean user) {
    return shares.isEmpty()
        ? Double.NaN
        : shares.stream().mapToDouble(s -> user ? s.userNs() : s.systemNs()).sum();
  }

  /** What reading HDFS takes, and what it would take at the speed of a device. */
  private static Optional<String> sentence(Map<Method, MeasuredOperation> drawn) {
    return drawn.entrySet().stream()
        .filter(e -> e.getKey().key().equals("hdfs") && !Double.isNaN(e.getValue().coresBusy()))
        .findFirst()
        .map(e -> sentence(e.getKey().label(), e.getValue()));
  }

  private static String sentence(String name, MeasuredOperation o) {
    double rate = o.rate().orElseThrow().value();
    List<Share> shares = o.shares();
    return "Reading "
        + name.replaceFirst(", (.*)", " ($1)")
        + " at "
        + Figures.number(rate / 1e3)
        + " GB/s costs "
        + Figures.number(o.coresBusy())
        + " cores"
        + (shares.size() < 2
            ? ""
            : " ("
                + Words.list(
                    shares.stream()
                        .map(s -> s.process() + " " + Figures.number(s.ns() * rate / 1e3))
                        .toList())
                + ")")
        + "; keeping a device of "
        + Figures.plain(DEVICE_MB_PER_S / 1e3)
        + " GB/s busy that way would take "
        + Figures.number(o.coresFor(DEVICE_MB_PER_S))
        + " cores.";
  }
}
