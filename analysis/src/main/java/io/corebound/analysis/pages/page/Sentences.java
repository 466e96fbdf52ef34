package io.corebound.analysis.pages.page;

import io.corebound.records.format.Records;
import io.pebbletemplates.pebble.PebbleEngine;
import io.pebbletemplates.pebble.loader.StringLoader;
import io.pebbletemplates.pebble.template.PebbleTemplate;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The sentences of a page: a Pebble file with a block a sentence, which is given typed facts: by
 * name, or as the components of one record, which is also {@code it}. White space and line ends of
 * a block come to single spaces. Filters write figures: {@code number}, {@code plain}, {@code
 * percent}, {@code difference}, {@code of100} (a percentage), {@code list} (a, b and c), {@code
 * count("sample")}, {@code capital}, {@code words} (an enum or an interval's name), {@code
 * workload}, {@code operation}; {@code low | within(high)} is a range; {@link Filters} has more.
 * The test {@code is known}: neither null nor NaN.
 *
 * <p>A table is a block {@code title || caption || heads}. Heads are separated by {@code |}; that
 * of figures begins with {@code #} and may end with its unit: {@code Job | # Elapsed [s]}. After
 * {@code {% row %}} stand the cells of a row in the same way, in which {@code it} is what the row
 * is about (and {@code page} the record of the facts); after each {@code {% last %}} those of a
 * last row, which may be empty. What a cell has beside its text comes from filters: {@code code},
 * {@code tone("bad")}, {@code file(path)}, {@code note("small print", it.late)} where the condition
 * holds, and {@code total} of its whole row.
 */
public final class Sentences {
  private static final PebbleEngine ENGINE =
      new PebbleEngine.Builder()
          .loader(new StringLoader())
          .strictVariables(true)
          .addEscapingStrategy("bars", CellMark::escaped)
          .defaultEscapingStrategy("bars")
          .newLineTrimming(false)
          .extension(new Filters())
          .build();

  private static final Pattern BLOCK =
      Pattern.compile("(?s)\\{% block ([\\w-]+) %}(.*?)\\{% endblock %}");

  private final String file;
  private final Map<String, PebbleTemplate> blocks = new HashMap<>();

  /** Of a table the row of each thing and the last rows. */
  private final Map<String, List<PebbleTemplate>> rows = new HashMap<>();

  private Sentences(String file, String text) {
    this.file = file;
    Matcher block = BLOCK.matcher(text);
    String macros = text.substring(0, Math.max(0, text.indexOf("{% block")));
    while (block.find()) {
      List<PebbleTemplate> texts =
          Stream.of(block.group(2).split("\\{% (row|last) %}"))
              .map(t -> ENGINE.getLiteralTemplate(macros + t))
              .toList();
      blocks.put(block.group(1), texts.get(0));
      rows.put(block.group(1), texts.subList(1, texts.size()));
    }
  }

  /**
   * The sentences of a file beside a class; what stands before its first block, as macros do,
   * serves them all.
   */
  public static Sentences of(Class<?> place, String file) {
    try (InputStream in = place.getResourceAsStream(file + ".peb")) {
      return new Sentences(file, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A sentence; empty where the block says nothing with these facts.
   *
   * @param facts a record, or names and values: {@code say("wrong", "file", file, "line", 3)}, or
   *     where they are many {@code say("wrong: file, line", file, 3)}
   * @throws IllegalArgumentException where the file has no such block
   */
  public String say(String block, Object... facts) {
    return CellMark.plain(text(block, facts));
  }

  /** Another block of the file, as {@code block.of("sign_" ~ it.kind)} in a template. */
  public String of(String block) {
    return say(block);
  }

  /** The same with the components of a record. */
  public String of(String block, Record facts) {
    return say(block, facts);
  }

  /** The parts of a block, which {@code ||} separates. */
  public List<String> parts(String block, Object... facts) {
    return Arrays.stream(text(block, facts).split("\\|\\|", -1))
        .map(part -> CellMark.plain(part.strip()))
        .toList();
  }

  /** The lines of a block with their white space, but for blank ones. */
  public String lines(String block, Map<String, Object> facts) {
    return CellMark.plain(written(template(block), facts).replaceAll("(?m)^\\s*\\n", ""));
  }

  private String text(String block, Object... facts) {
    return text(template(block.replaceFirst(":.*", "")), named(block, facts));
  }

  private PebbleTemplate template(String name) {
    PebbleTemplate template = blocks.get(name);
    if (template == null) {
      throw new IllegalArgumentException(file + ".peb has no block " + name);
    }
    return template;
  }

  private List<PebbleTemplate> rows(String name) {
    template(name);
    if (rows.get(name).isEmpty()) {
      throw new IllegalArgumentException(
          "%s.peb: the block %s has no {%% row %%}".formatted(file, name));
    }
    return rows.get(name);
  }

  private static String text(PebbleTemplate template, Map<String, Object> facts) {
    return written(template, facts).strip().replaceAll("\\s+", " ");
  }

  static String written(PebbleTemplate template, Map<String, Object> facts) {
    StringWriter text = new StringWriter();
    try {
      // which a template may add to, by its set
      template.evaluate(text, new HashMap<>(facts));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private Map<String, Object> named(String block, Object... facts) {
    Map<String, Object> named = new LinkedHashMap<>();
    named.put("block", this);
    String[] names = block.split("[:,]\\s*");
    for (int i = 1; i < names.length; i++) {
      named.put(names[i], facts[i - 1]);
    }
    if (names.length == 1 && facts.length == 1) {
      named.putAll(facts[0] instanceof Record r ? Records.components(r) : asMap(facts[0]));
      named.put("it", facts[0]);
    }
    for (int i = 0; names.length == 1 && i + 1 < facts.length; i += 2) {
      named.put((String) facts[i], facts[i + 1]);
    }
    return named;
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> asMap(Object facts) {
    return (Map<String, Object>) facts;
  }

  /** A table of rows. */
  public Block.Table table(String block, String id, List<Block.Row> rows, Object... facts) {
    return table(parts(block, facts), id, rows);
  }

  private static Block.Table table(List<String> parts, String id, List<Block.Row> rows) {
    return new Block.Table(
        id,
        parts.get(0),
        parts.get(1),
        Arrays.stream(parts.get(2).split("\\|", -1)).map(Block.Column::of).toList(),
        rows);
  }

  /**
   * A table with a row a thing, and its last rows; where it has none, what the block says in a part
   * after the heads.
   */
  public Block tableOf(String block, String id, Collection<?> things, Object... facts) {
    List<PebbleTemplate> cells = rows(block.replaceFirst(":.*", ""));
    Map<String, Object> of = named(block, facts);
    Map<String, Object> row = new LinkedHashMap<>(of);
    row.put("page", of.get("it"));
    List<String> texts = new ArrayList<>();
    for (Object thing : things) {
      row.put("it", thing);
      texts.add(text(cells.get(0), row));
    }
    cells.stream()
        .skip(1)
        .map(last -> text(last, of))
        .filter(t -> !t.isEmpty())
        .forEach(texts::add);
    List<String> parts = parts(block, facts);
    return texts.isEmpty() && parts.size() > 3
        ? Block.Notice.missing(parts.get(3))
        : table(parts, id, texts.stream().map(CellMark::row).toList());
  }

  /** Names and values of a block {@code name | value || name | value}; without empty values. */
  public Block.Facts facts(String block, Object... facts) {
    return new Block.Facts(
        Arrays.stream(text(block, facts).split("\\|\\|"))
            .map(CellMark::row)
            .filter(fact -> !fact.cells().get(1).text().isEmpty())
            .map(fact -> new Block.Fact(fact.cells().get(0).text(), fact.cells().get(1).text()))
            .distinct()
            .toList());
  }

  /** Bars of a block {@code title || caption || unit}. */
  public Chart bars(
      String block,
      String id,
      List<String> categories,
      List<Chart.Series> series,
      Object... facts) {
    return chart("bars", block, id, categories, series, facts);
  }

  /** A chart of a block {@code title || caption || unit || what goes across}. */
  public Chart chart(
      String kind,
      String block,
      String id,
      List<String> categories,
      List<Chart.Series> series,
      Object... facts) {
    List<String> parts = parts(block, facts);
    String across = parts.size() > 3 ? parts.get(3) : "";
    return Chart.of(kind, id, parts.get(0), parts.get(1), parts.get(2), across, categories, series);
  }

  /** A paragraph of a block. */
  public Block paragraph(String block, Object... facts) {
    return new Block.Paragraph(say(block, facts));
  }

  /** What a block says where data would stand. */
  public Block.Notice missing(String block, Object... facts) {
    return Block.Notice.missing(say(block, facts));
  }
}
