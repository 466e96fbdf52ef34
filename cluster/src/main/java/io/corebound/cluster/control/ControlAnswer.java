package io.corebound.cluster.control;

import io.corebound.records.format.StructuredFiles;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * What the control process answers: one line of JSON.
 *
 * @param id of the question
 * @param values what the method returned, as texts; bytes in Base64
 * @param error why it failed; empty when it did not
 */
record ControlAnswer(long id, List<String> values, String error) {
  /** Copies the values. */
  ControlAnswer {
    values = List.copyOf(values);
  }

  String line() {
    return StructuredFiles.toDenseJson(this);
  }

  /** Reads a line of its kind. */
  static ControlAnswer of(String line) {
    JsonNode node = StructuredFiles.parseJson(line);
    return new ControlAnswer(
        node.path("id").asLong(),
        ControlCall.texts(node.path("values")),
        node.path("error").asString());
  }
}
