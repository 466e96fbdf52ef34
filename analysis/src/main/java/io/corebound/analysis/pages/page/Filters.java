package io.corebound.analysis.pages.page;

import io.corebound.records.run.Measurement;
import io.corebound.records.units.DataSize;
import io.pebbletemplates.pebble.extension.AbstractExtension;
import io.pebbletemplates.pebble.extension.Filter;
import io.pebbletemplates.pebble.extension.Test;
import io.pebbletemplates.pebble.template.EvaluationContext;
import io.pebbletemplates.pebble.template.PebbleTemplate;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What a template of {@link Sentences} can do with a fact. */
final class Filters extends AbstractExtension {
  /** {@code is known}: a figure, neither null nor NaN. */
  @Override
  public Map<String, Test> getTests() {
    return Map.of("known", new Known());
  }

  @Override
  public Map<String, Filter> getFilters() {
    Map<String, Filter> filters = new LinkedHashMap<>();
    filters.put("number", figure(Figures::number));
    filters.put("plain", figure(Figures::plain));
    filters.put("percent", figure(Figures::percent));
    filters.put("difference", figure(Figures::difference));
    filters.put(
        "decimals",
        of((v, with) -> String.format(Locale.ROOT, "%." + with.get("digits") + "f", v), "digits"));
    // to a millisecond: smaller differences are rounding errors
    filters.put("rounded", of((s, with) -> Math.round(((Number) s).doubleValue() * 1e3) / 1e3));
    filters.put("of100", figure(p -> Figures.percent(p / 100)));
    filters.put(
        "within",
        of((low, with) -> Figures.range((Double) low, (Double) with.get("high")), "high"));
    filters.put(
        "count",
        of((number, with) -> Words.count(((Number) number).intValue(), with.get("of") + ""), "of"));
    filters.put(
        "list",
        text(many -> Words.list(((Collection<?>) many).stream().map(String::valueOf).toList())));
    filters.put("size", text(t -> Figures.size((DataSize) t)));
    // a column, aligned to the left where the width is negative
    filters.put("pad", of((t, w) -> "%%%ss".formatted(w.get("width")).formatted(t), "width"));
    filters.put("interval", text(m -> Figures.interval((Measurement) m, 1)));
    filters.put("bytes", text(t -> new DataSize(((Number) t).longValue()).display()));
    filters.put(
        "moment",
        text(
            t ->
                Figures.moment(
                    t instanceof Number s ? Instant.ofEpochSecond(s.longValue()) : (Instant) t)));
    filters.put("since", of((to, with) -> since((Instant) with.get("from"), (Instant) to), "from"));
    filters.put("joined", text(values -> joined((Map<?, ?>) values)));
    filters.put("time", of((t, with) -> Amounts.time((Double) t)));
    filters.put(
        "range",
        of(
            (low, with) ->
                Amounts.range(
                    (Double) low, (Double) with.get("high"), (Double) with.get("between")),
            "high",
            "between"));
    filters.put("unit", of((t, with) -> Amounts.unit((Double) t)));
    filters.put("coreSeconds", of((t, with) -> Amounts.coreSeconds((Double) t)));
    filters.put("data", of((t, with) -> Amounts.data((Double) t)));
    filters.put("brief", text(t -> Words.brief(String.valueOf(t))));
    filters.put("capital", text(t -> Words.capital(String.valueOf(t))));
    filters.put("sentence", text(t -> Words.sentence(String.valueOf(t))));
    filters.put("workload", text(t -> Words.workload(String.valueOf(t))));
    filters.put("operation", text(t -> Words.operation(String.valueOf(t))));
    filters.put("fact", text(t -> Words.fact(String.valueOf(t))));
    filters.put(
        "words",
        text(t -> String.valueOf(t).toLowerCase(Locale.ROOT).replace('_', ' ').replace('-', ' ')));
    filters.put("code", of((t, with) -> CellMark.TONE.on(t, "code")));
    filters.put("tone", of((t, with) -> CellMark.TONE.on(t, where(with, "of")), "of", "where"));
    filters.put("note", of((t, with) -> CellMark.NOTE.on(t, where(with, "of")), "of", "where"));
    filters.put("file", of((t, with) -> CellMark.FILE.on(t, with.get("of")), "of"));
    filters.put("total", of((t, with) -> CellMark.TOTAL.on(t, where(with, "total")), "where"));
    return filters;
  }

  /** An argument; empty where the condition {@code where} does not hold. */
  private static Object where(Map<String, Object> with, String argument) {
    return Boolean.FALSE.equals(with.get("where")) ? "" : with.getOrDefault(argument, argument);
  }

  /** Seconds from a moment on. */
  private static String since(Instant from, Instant to) {
    return from == null || to == null
        ? Figures.NONE
        : Figures.number(Duration.between(from, to).toMillis() / 1e3);
  }

  /** {@code a 1, b 2 MiB}, by name. */
  private static String joined(Map<?, ?> values) {
    return new TreeMap<Object, Object>(values == null ? Map.of() : values)
        .entrySet().stream()
            .map(
                e ->
                    e.getKey()
                        + " "
                        + (e.getValue() instanceof DataSize size
                            ? Figures.size(size)
                            : e.getValue()))
            .collect(Collectors.joining(", "));
  }

  private static Filter figure(Function<Double, String> writes) {
    return of((v, with) -> v == null ? Figures.NONE : writes.apply(((Number) v).doubleValue()));
  }

  private static Filter text(Function<Object, String> writes) {
    return of((v, with) -> writes.apply(v));
  }

  private static Filter of(
      BiFunction<Object, Map<String, Object>, Object> writes, String... arguments) {
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

  private static final class Known implements Test {
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
}
