package io.corebound.terasortrunner.workload;

import io.corebound.records.config.WorkloadFile.Job;
import java.util.HashMap;
import java.util.Map;
import java.util.StringTokenizer;
import java.util.function.BiConsumer;

/** Pairs of adjacent words, counted with a combiner; a line's only word counts alone. */
final class BigramCount extends CountedText {
  BigramCount(String name, Job job) {
    super(name, job);
  }

  @Override
  public double roughMbPerSPerCore() {
    return 3;
  }

  @Override
  void expect(GrownText text, BiConsumer<Object, Object> line) {
    Map<String, Long> counts = new HashMap<>();
    text.lines((words, times) -> count(words, times, counts));
    counts.forEach(line);
  }

  private static void count(String line, long times, Map<String, Long> counts) {
    StringTokenizer words = new StringTokenizer(line);
    String before = null;
    boolean alone = words.countTokens() == 1;
    while (words.hasMoreTokens()) {
      String word = words.nextToken();
      if (alone || before != null) {
        counts.merge(alone ? word : before + " " + word, times, Long::sum);
      }
      before = word;
    }
  }
}
