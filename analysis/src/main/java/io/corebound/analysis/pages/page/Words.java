package io.corebound.analysis.pages.page;

import io.corebound.records.history.Interval;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Names and phrases that all pages share. */
public final class Words {
  private static final int LONGEST = 60;

  private static final Map<String, String> FACTS =
      Map.ofEntries(
          Map.entry("cpu_model", "CPU"),
          Map.entry("logical_cpus", "logical CPUs"),
          Map.entry("physical_cores", "physical cores"),
          Map.entry("smt", "SMT"),
          Map.entry("max_frequency_mhz", "clock [MHz]"),
          Map.entry("caches.", "cache "),
          Map.entry("memory_limit", "memory limit"),
          Map.entry("cpu_limit_cores", "CPU limit [cores]"),
          Map.entry("operating_system", "system"),
          Map.entry("clock_source", "clock source"),
          Map.entry("file_systems.", "file system of "),
          Map.entry("jdk", "JDK"),
          Map.entry("hadoop", "Hadoop"),
          Map.entry("kernel_settings.", "kernel setting "),
          Map.entry("native_libraries.", "native "),
          Map.entry("tools.", "tool "),
          Map.entry("jvm_flags", "flags of the measured JVMs (hash)"));

  private Words() {}

  /** An interval's name for people: {@code shuffle-tail} is {@code shuffle tail}. */
  public static String interval(Interval interval) {
    return interval(interval.word());
  }

  /** The same of an interval's word, or of another that stands beside them. */
  public static String interval(String word) {
    return word.replace('-', ' ');
  }

  /** {@code 1 sample}, {@code 2 samples}. */
  public static String count(int number, String thing) {
    return number + " " + thing + (number == 1 ? "" : "s");
  }

  /** {@code a}, {@code a and b}, {@code a, b and c}. */
  public static String list(List<String> words) {
    int last = words.size() - 1;
    return last < 1
        ? String.join("", words)
        : String.join(", ", words.subList(0, last)) + " and " + words.get(last);
  }

  /** A name as Hadoop's users write it: {@code terasort} is {@code TeraSort}. */
  public static String workload(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "terasort" -> "TeraSort";
      case "teragen" -> "TeraGen";
      case "teravalidate" -> "TeraValidate";
      default -> name;
    };
  }

  /** What an operation does, for people who do not know its id; the id where it says so itself. */
  public static String operation(String id) {
    return switch (id) {
      case "sort-merge" -> "a map task's sort and merge";
      case "sort" -> "a map task's sort";
      case "merge" -> "a map task's merge";
      case "merge.reduce" -> "a reduce task's merge";
      case "shuffle.fetch" -> "fetching map output";
      case "parse.lines" -> "splitting text into lines";
      case "parse.tokens" -> "splitting text into words";
      case "parse.lines-tokens" -> "splitting text into lines and words";
      case "read.hdfs" -> "reading HDFS";
      case "start.container" -> "starting containers";
      case "write.hdfs" -> "writing HDFS";
      case "read.tera-records" -> "reading TeraSort's records";
      case "write.tera-records" -> "writing TeraSort's records";
      default -> id.replaceFirst("^compress\\.(.*)", "compressing with $1");
    };
  }

  /** A name that can be a whole query or a script, as far as a line goes. */
  public static String brief(String name) {
    String line = name.strip().replaceAll("\\s+", " ");
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST - 1) + "…";
  }

  /** With a capital letter. */
  public static String capital(String text) {
    return text.isEmpty()
        ? text
        : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }

  /** With the full stop that reasons often lack. */
  public static String sentence(String text) {
    return text.isEmpty() || text.matches("(?s).*[.!?]\\s*") ? text.strip() : text.strip() + ".";
  }

  /** What a fact of {@code environment.json} is called, by its key. */
  public static String fact(String key) {
    for (Map.Entry<String, String> word : FACTS.entrySet()) {
      if (key.equals(word.getKey())
          || word.getKey().endsWith(".") && key.startsWith(word.getKey())) {
        return word.getValue() + key.substring(word.getKey().length());
      }
    }
    return key;
  }
}
