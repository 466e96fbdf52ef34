package io.corebound.terasortrunner.workload;

import io.corebound.records.config.WorkloadFile.Job;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.StringTokenizer;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** Words grouped by their length in bytes: how many, and the sum of their hash codes. */
final class GroupBy extends CountedText {
  GroupBy(String name, Job job) {
    super(name, job);
  }

  @Override
  public double roughMbPerSPerCore() {
    return 5;
  }

  @Override
  void expect(GrownText text, BiConsumer<Object, Object> line) {
    Map<Integer, long[]> groups = new TreeMap<>();
    text.lines(
        (words, times) -> {
          StringTokenizer each = new StringTokenizer(words);
          while (each.hasMoreTokens()) {
            String word = each.nextToken();
            int length = word.getBytes(StandardCharsets.UTF_8).length;
            long[] group = groups.computeIfAbsent(length, l -> new long[2]);
            group[0] += times;
            group[1] += times * word.hashCode();
          }
        });
    groups.forEach((length, group) -> line.accept(length, group[0] + "\t" + group[1]));
  }
}
