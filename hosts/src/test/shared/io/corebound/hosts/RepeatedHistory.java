package io.corebound.hosts;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** A history of many attempts, by repetition of one map of a real one, as JSON or Avro. */
public final class RepeatedHistory {
  /**
   * Where an event begins: in Avro with two numbers and the first of its texts, an id behind its
   * length.
   */
  private static final Pattern EVENT =
      Pattern.compile(
          "(?s)(?=\\{\"type\":\"[A-Z_]+\",\"event\")"
              + "|(?=[\\x00-\\x7f]{2}(?:@task_|,job_|Happattempt_))");

  /** The first numbers are those of the real maps. */
  private static final int FIRST = 100;

  private RepeatedHistory() {}

  /**
   * Writes one.
   *
   * @param map the map whose events are repeated, such as {@code m_000000}
   * @param times at most 999,900
   */
  public static Path write(Path real, String map, int times, Path to) throws IOException {
    String text = Files.readString(real, StandardCharsets.ISO_8859_1);
    int events = text.indexOf('\n', text.indexOf('\n') + 1) + 1;
    List<String> once = new ArrayList<>();
    List<String> again = new ArrayList<>();
    for (String event : EVENT.split(text.substring(events))) {
      (event.contains(map) ? again : once).add(event);
    }
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(to), 1 << 20)) {
      write(out, text.substring(0, events));
      String last = once.remove(once.size() - 1);
      for (String event : once) {
        write(out, event);
      }
      for (int i = FIRST; i < FIRST + times; i++) {
        for (String event : again) {
          write(out, event.replace(map, String.format(Locale.ROOT, "m_%06d", i)));
        }
      }
      write(out, last);
    }
    return to;
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.ISO_8859_1));
  }
}
