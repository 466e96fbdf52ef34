package io.corebound.analysis.page;

import io.corebound.records.format.Records;
import io.corebound.records.units.DataSize;
import io.pebbletemplates.pebble.PebbleEngine;
import io.pebbletemplates.pebble.extension.AbstractExtension;
import io.pebbletemplates.pebble.extension.Filter;
import io.pebbletemplates.pebble.loader.StringLoader;
import io.pebbletemplates.pebble.template.EvaluationContext;
import io.pebbletemplates.pebble.template.PebbleTemplate;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The sentences of a page: a Pebble file with a block a sentence, which is given typed facts. White
 * space and line ends of a block come to single spaces. Filters write figures: {@code number},
 * {@code plain}, {@code percent}, {@code difference}, {@code of100} (a percentage), {@code list}
 * (a, b and c), {@code count("sample")}, {@code capital}, {@code words} (an enum or an interval's
 * name), {@code workload}, {@code operation}; {@code low | within(high)} is a range. The test
 * {@code is known}: neither null nor NaN.
 */
public final class Sentences {
  private static final PebbleEngine ENGINE =
      new PebbleEngine.Builder()
          .loader(new StringLoader())
          .strictVariables(true)
          .autoEscaping(false)
          .newLineTrimming(false)
          .extension(new FiguresAndWords())
          .build();

  private static final Pattern BLOCK =
      Pattern.compile("(?s)\\{% block (\\w+) %}(.*?)\\{% endblock %}");

  private final String file;
  private final Map<String, PebbleTemplate> blocks = new HashMap<>();

  private Sentences(String file, String text) {
    this.file = file;
    Matcher block = BLOCK.matcher(text);
    String macros = text.substring(0, Math.max(0, text.indexOf("{% block")));
    while (block.find()) {
      blocks.put(block.group(1), ENGINE.getLiteralTemplate(macros + block.group(2)));
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
   * A sentence with facts by name: {@code say("wrong", "file", file, "line", 3)}, or where they are
   * many {@code say("wrong: file, line", file, 3)}.
   */
  public String say(String block, Object... facts) {
    String[] names = block.split("[:,]\\s*");
    Map<String, Object> named = new LinkedHashMap<>();
    for (int i = 1; i < names.length; i++) {
      named.put(names[i], facts[i - 1]);
    }
    for (int i = 0; names.length == 1 && i < facts.length; i += 2) {
      named.put((String) facts[i], facts[i + 1]);
    }
    return say(names[0], named);
  }

  /** The parts of a block, which {@code ||} separates. */
  public List<String> parts(String block, Object... facts) {
    return Arrays.stream(say(block, facts).split("\\|\\|", -1)).map(String::strip).toList();
  }

  /**
   * A table of a block {@code title || caption || columns}. Columns are separated by {@code |}; one
   * of figures begins with {@code #} and may end with its unit: {@code Job | # Elapsed [s]}.
   */
  public Block.Table table(String block, String id, List<Block.Row> rows, Object... facts) {
    List<String> parts = parts(block, facts);
    return new Block.Table(
        id,
        parts.get(0),
        parts.get(1),
        Arrays.stream(parts.get(2).split("\\|", -1)).map(Block.Column::of).toList(),
        rows);
  }

  /** Bars of a block {@code title || caption || unit}. */
  public Chart bars(
      String block,
      String id,
      List<String> categories,
      List<Chart.Series> series,
      Object... facts) {
    List<String> parts = parts(block, facts);
    return Chart.of("bars", id, parts.get(0), parts.get(1), parts.get(2), "", categories, series);
  }

  /** A paragraph of a block. */
  public Block paragraph(String block, Object... facts) {
    return new Block.Paragraph(say(block, facts));
  }

  /** What a block says where data would stand. */
  public Block.Notice missing(String block, Object... facts) {
    return Block.Notice.missing(say(block, facts));
  }

  /** A sentence with the components of a record as its facts. */
  public String say(String block, Record facts) {
    return say(block, Records.components(facts));
  }

  /**
   * A sentence; empty where the block says nothing with these facts.
   *
   * @throws IllegalArgumentException where the file has no such block
   */
  public String say(String block, Map<String, ?> facts) {
    PebbleTemplate template = blocks.get(block);
    if (template == null) {
      throw new IllegalArgumentException(file + ".peb has no block " + block);
    }
    StringWriter text = new StringWriter();
    try {
      template.evaluate(text, new LinkedHashMap<>(facts));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString().strip().replaceAll("\\s+", " ");
  }

  private static final class Known implements io.pebbletemplates.pebble.extension.Test {
    @Override
    public boolean apply(
        Object input,
        Map<String, Object> with,
        PebbleTemplate self,
        EvaluationContext context,
        int line) {
      return input != null && !Double.isNaN(((Number) input).doubleValue());
    }

    @Override
    public List<String> getArgumentNames() {
      return List.of();
    }
  }

  /** The filters. */
  private static final class FiguresAndWords extends AbstractExtension {
    /** {@code is known}: a figure, neither null nor NaN. */
    @Override
    public Map<String, io.pebbletemplates.pebble.extension.Test> getTests() {
      return Map.of("known", new Known());
    }

    @Override
    public Map<String, Filter> getFilters() {
      Map<String, Filter> filters = new LinkedHashMap<>();
      filters.put("number", figure(Figures::number));
      filters.put("plain", figure(Figures::plain));
      filters.put("percent", figure(Figures::percent));
      filters.put("difference", figure(Figures::difference));
      filters.put("of100", figure(p -> Figures.percent(p / 100)));
      filters.put(
          "within",
          of((low, with) -> Figures.range((Double) low, (Double) with.get("high")), "high"));
      filters.put(
          "count",
          of(
              (number, with) -> Words.count(((Number) number).intValue(), with.get("of") + ""),
              "of"));
      filters.put(
          "list",
          text(many -> Words.list(((Collection<?>) many).stream().map(String::valueOf).toList())));
      filters.put("size", text(t -> Figures.size((DataSize) t)));
      filters.put("capital", text(t -> Words.capital(String.valueOf(t))));
      filters.put("sentence", text(t -> Words.sentence(String.valueOf(t))));
      filters.put("workload", text(t -> Words.workload(String.valueOf(t))));
      filters.put("operation", text(t -> Words.operation(String.valueOf(t))));
      filters.put(
          "words",
          text(
              t -> String.valueOf(t).toLowerCase(Locale.ROOT).replace('_', ' ').replace('-', ' ')));
      return filters;
    }

    private static Filter figure(Function<Double, String> writes) {
      return of(
          (v, with) ->
              writes.apply(v == null ? Double.valueOf(Double.NaN) : ((Number) v).doubleValue()));
    }

    private static Filter text(Function<Object, String> writes) {
      return of((v, with) -> writes.apply(v));
    }

    private static Filter of(
        BiFunction<Object, Map<String, Object>, String> writes, String... arguments) {
      return new Filter() {
        @Override
        public Object apply(
            Object input,
            Map<String, Object> with,
            PebbleTemplate self,
            EvaluationContext context,
            int line) {
          return writes.apply(input, with);
        }

        @Override
        public List<String> getArgumentNames() {
          return Arrays.asList(arguments);
        }
      };
    }
  }
}
