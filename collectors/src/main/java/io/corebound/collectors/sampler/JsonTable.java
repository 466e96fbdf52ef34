package io.corebound.collectors.sampler;

import io.corebound.collectors.output.Fields;
import io.corebound.collectors.output.NotUnderstood;
import io.corebound.collectors.output.SampleTable;
import io.corebound.records.run.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import tools.jackson.databind.JsonNode;

/**
 * One table of samples that is read out of a tool's JSON.
 *
 * @param deviceField the field that names the device; empty where there is one row for the machine
 */
record JsonTable(String source, String deviceField, Set<String> known, List<Metric> metrics) {

  /** A column and how it is computed from the tool's fields. */
  record Metric(String name, ToDoubleFunction<Fields> value) {}

  /** The fields that are known besides the device, separated by blanks. */
  JsonTable(String source, String deviceField, String known, Metric... metrics) {
    this(
        source,
        deviceField,
        Set.of((deviceField + " " + known).strip().split(" ")),
        List.of(metrics));
  }

  /** The rows of one moment: one an element where the node is a list. */
  List<Samples.Row> rows(double timeS, JsonNode node, NotUnderstood notes) {
    List<Samples.Row> rows = new ArrayList<>();
    for (JsonNode element : node.isArray() ? node : List.of(node)) {
      if (!element.isObject()) {
        notes.add(source + ": " + element);
        continue;
      }
      Fields fields = new Fields(source, element, notes);
      fields.noteUnknown(known);
      String device = deviceField.isEmpty() ? "all" : fields.text(deviceField);
      if (!device.isEmpty()) {
        List<Double> values = metrics.stream().map(m -> m.value().applyAsDouble(fields)).toList();
        rows.add(new Samples.Row(timeS, device, values));
      }
    }
    return rows;
  }

  SampleTable samples(String host, NotUnderstood notes) {
    return new SampleTable(host, source, metrics.stream().map(Metric::name).toList(), notes);
  }
}
