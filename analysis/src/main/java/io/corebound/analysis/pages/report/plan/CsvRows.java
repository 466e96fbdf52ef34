package io.corebound.analysis.pages.report.plan;

import io.corebound.records.format.CsvFiles;
import io.corebound.records.format.StructuredFiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Rows of CSV whose cells are the components of records, found by their names in JSON. */
public final class CsvRows {
  private final List<String> columns;
  private final Map<String, List<String>> inRecords;
  private final List<List<?>> rows = new ArrayList<>();

  /** {@code inRecords}: other names that a column has in records. */
  public CsvRows(List<String> columns, Map<String, List<String>> inRecords) {
    this.columns = columns;
    this.inRecords = inRecords;
  }

  /** Adds a row of what the given objects know; the first of them that knows a column fills it. */
  public void add(Object... parts) {
    List<JsonNode> trees =
        Arrays.stream(parts).filter(Objects::nonNull).map(StructuredFiles::toTree).toList();
    rows.add(columns.stream().map(c -> cell(c, trees)).toList());
  }

  private Object cell(String column, List<JsonNode> trees) {
    List<String> names =
        Stream.concat(Stream.of(column), inRecords.getOrDefault(column, List.of()).stream())
            .toList();
    return trees.stream()
        .flatMap(t -> names.stream().map(t::get))
        .filter(n -> n != null && n.isValueNode() && !n.isNull())
        .findFirst()
        .<Object>map(n -> n.isNumber() ? n.numberValue() : n.asString())
        .orElse("");
  }

  /** The whole table. */
  public String text() {
    return CsvFiles.toText(columns, rows);
  }
}
