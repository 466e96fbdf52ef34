package io.corebound.records;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.records.format.StructuredFiles;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * Results that are kept beside the tests: the net under every change of the code that computes
 * them. A change that means to alter them rewrites the files with -Dkept.rewrite=true.
 */
public final class Kept {
  /** So that another order of a sum changes no file. */
  private static final MathContext DIGITS = new MathContext(9);

  private Kept() {}

  /** Asserts that a text is the one in the kept file. */
  public static void assertKept(Path file, String text) throws IOException {
    if (Boolean.getBoolean("kept.rewrite")) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    }
    assertThat(text).isEqualTo(Files.readString(file));
  }

  /**
   * The figures of a study, a line each group of them with its place: numbers, and the single words
   * that name what they are of. Its sentences are left out.
   */
  public static String figures(Object study) {
    StringBuilder text = new StringBuilder();
    put("", StructuredFiles.toTree(study), text);
    return text.toString();
  }

  private static void put(String place, JsonNode group, StringBuilder text) {
    Map<String, JsonNode> parts = new LinkedHashMap<>();
    group.properties().forEach(p -> parts.put(p.getKey(), p.getValue()));
    for (int i = 0; group.isArray() && i < group.size(); i++) {
      parts.put(String.valueOf(i), group.get(i));
    }
    String figures =
        parts.entrySet().stream()
            .filter(p -> isFigure(p.getValue()))
            .map(p -> " " + p.getKey() + "=" + figure(p.getValue()))
            .collect(Collectors.joining());
    text.append(figures.isEmpty() ? "" : place + figures + "\n");
    parts.forEach((name, part) -> put(place + "/" + name, part, text));
  }

  private static boolean isFigure(JsonNode value) {
    return value.isNumber() || value.isBoolean() || value.asString("").matches("\\S+");
  }

  private static String figure(JsonNode value) {
    return value.isNumber() && Double.isFinite(value.asDouble())
        ? new BigDecimal(value.asDouble()).round(DIGITS).stripTrailingZeros().toPlainString()
        : value.asString();
  }
}
