package io.corebound.analysis.report;

import java.util.List;
import java.util.Locale;

/** Names and phrases that the whole report shares. */
final class Words {
  private Words() {}

  /** An interval's name for people: {@code shuffle-tail} is {@code shuffle tail}. */
  static String interval(String name) {
    return name.replace('-', ' ');
  }

  /** {@code 1 sample}, {@code 2 samples}. */
  static String count(int number, String thing) {
    return number + " " + thing + (number == 1 ? "" : "s");
  }

  /** {@code a}, {@code a and b}, {@code a, b and c}. */
  static String list(List<String> words) {
    int last = words.size() - 1;
    return last < 1
        ? String.join("", words)
        : String.join(", ", words.subList(0, last)) + " and " + words.get(last);
  }

  /** A name as Hadoop's users write it: {@code terasort} is {@code TeraSort}. */
  static String workload(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "terasort" -> "TeraSort";
      case "teragen" -> "TeraGen";
      case "teravalidate" -> "TeraValidate";
      default -> name;
    };
  }

  /** With a capital letter. */
  static String capital(String text) {
    return text.isEmpty()
        ? text
        : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }

  /** With the full stop that reasons often lack. */
  static String sentence(String text) {
    return text.isEmpty() || text.matches("(?s).*[.!?]\\s*") ? text.strip() : text.strip() + ".";
  }
}
