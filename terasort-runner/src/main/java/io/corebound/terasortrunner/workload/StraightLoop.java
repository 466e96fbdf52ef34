package io.corebound.terasortrunner.workload;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringTokenizer;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What a job on text leaves, found without Hadoop. */
@FunctionalInterface
interface StraightLoop {
  String READ = "TaskCounter/MAP_INPUT_RECORDS";
  String COLLECTED = "TaskCounter/MAP_OUTPUT_RECORDS";

  /** The counters that a loop may know, with what they count. */
  Map<String, String> COUNTERS =
      new TreeMap<>(
          Map.of(READ, "lines that the maps read", COLLECTED, "records that the maps collected"));

  /** Hands on each line of the job's output of a text; returns the job's counters that it knows. */
  Map<String, Long> over(GrownText text, GrownText.Lines output);

  /** WordCount of Hadoop's examples: each word and how often it is there. */
  static Map<String, Long> words(GrownText text, GrownText.Lines output) {
    return count(text, output, line -> words(line).stream(), StraightLoop::counted);
  }

  /** Pairs of adjacent words; a line's only word counts alone. */
  static Map<String, Long> bigrams(GrownText text, GrownText.Lines output) {
    return count(text, output, line -> bigrams(words(line)), StraightLoop::counted);
  }

  /** Words grouped by their length in bytes: how many, and the sum of their hash codes. */
  static Map<String, Long> groups(GrownText text, GrownText.Lines output) {
    Map<Integer, long[]> groups = new TreeMap<>();
    text.lines(
        (line, times) -> {
          for (String word : words(line)) {
            int length = word.getBytes(StandardCharsets.UTF_8).length;
            long[] group = groups.computeIfAbsent(length, l -> new long[2]);
            group[0] += times;
            group[1] += times * word.hashCode();
          }
        });
    groups.forEach((length, g) -> output.line("%s\t%s\t%s".formatted(length, g[0], g[1]), 1));
    return Map.of(COLLECTED, groups.values().stream().mapToLong(group -> group[0]).sum());
  }

  /** Grep of Hadoop's examples: how often each text is there that the expression matches. */
  static StraightLoop matches(Pattern matched) {
    return (text, output) ->
        count(
            text,
            output,
            line -> matched.matcher(line).results().map(MatchResult::group),
            (match, times) -> times + "\t" + match);
  }

  private static Map<String, Long> count(
      GrownText text,
      GrownText.Lines output,
      Function<String, Stream<String>> recordsOf,
      BiFunction<String, Long, String> written) {
    Map<String, Long> counts = new HashMap<>();
    text.lines(
        (line, times) ->
            recordsOf.apply(line).forEach(record -> counts.merge(record, times, Long::sum)));
    counts.forEach((record, times) -> output.line(written.apply(record, times), 1));
    return Map.of(COLLECTED, counts.values().stream().mapToLong(Long::longValue).sum());
  }

  /** IntSumReducer of Hadoop counts in 32 bits. */
  private static String counted(String record, Long times) {
    return record + "\t" + times.intValue();
  }

  private static List<String> words(String line) {
    return Collections.list(new StringTokenizer(line)).stream().map(String.class::cast).toList();
  }

  private static Stream<String> bigrams(List<String> words) {
    return words.size() == 1
        ? words.stream()
        : IntStream.range(1, words.size()).mapToObj(i -> words.get(i - 1) + " " + words.get(i));
  }
}
