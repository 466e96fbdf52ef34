package io.corebound.cluster.control;

import io.corebound.records.format.StructuredFiles;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * A question to the control process: one line of JSON.
 *
 * @param id that its answer will carry
 * @param method of {@link Control}
 * @param arguments of the method, as texts
 */
record ControlCall(long id, String method, List<String> arguments) {
  /** Copies the arguments. */
  ControlCall {
    arguments = List.copyOf(arguments);
  }

  String line() {
    return StructuredFiles.toDenseJson(this);
  }

  /** Reads a line of its kind. */
  static ControlCall of(String line) {
    JsonNode node = StructuredFiles.parseJson(line);
    return new ControlCall(
        node.path("id").asLong(), node.path("method").asString(), texts(node.path("arguments")));
  }

  static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(text -> texts.add(text.asString()));
    return texts;
  }
}
