package io.corebound.spark;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.util.LongAccumulator;
import scala.Tuple2;

/**
 * The workloads as plain RDD programs, each one job. They write what Hadoop's jobs of {@code
 * io.corebound.jobs} write, in the same files.
 */
final class Jobs {
  private Jobs() {}

  /**
   * Runs a workload.
   *
   * @param parts files of the output
   * @param pairs counts the pairs before anything is combined
   */
  static void run(
      String workload, JavaRDD<String> lines, String output, int parts, LongAccumulator pairs) {
    switch (workload) {
      case "word-count" ->
          count(lines.flatMap(l -> counted(words(l), pairs).iterator()), parts, output);
      case "bigram-count" ->
          count(lines.flatMap(l -> counted(bigrams(words(l)), pairs).iterator()), parts, output);
      case "group-by" ->
          group(lines.flatMap(l -> counted(words(l), pairs).iterator()), parts, output);
      default -> throw new IllegalArgumentException("unknown workload '" + workload + "'");
    }
  }

  private static List<String> counted(List<String> all, LongAccumulator pairs) {
    pairs.add(all.size());
    return all;
  }

  private static void count(JavaRDD<String> keys, int parts, String output) {
    JavaPairRDD<Text, IntWritable> counts =
        keys.mapToPair(key -> new Tuple2<>(key, 1))
            .reduceByKey(Integer::sum, parts)
            .mapToPair(n -> new Tuple2<>(new Text(n._1()), new IntWritable(n._2())));
    counts.saveAsNewAPIHadoopFile(output, Text.class, IntWritable.class, TextOutputFormat.class);
  }

  private static void group(JavaRDD<String> words, int parts, String output) {
    JavaPairRDD<IntWritable, Text> groups =
        words
            .mapToPair(w -> new Tuple2<>(w.getBytes(StandardCharsets.UTF_8).length, w))
            .groupByKey(parts)
            .mapToPair(g -> new Tuple2<>(new IntWritable(g._1()), new Text(sums(g._2()))));
    groups.saveAsNewAPIHadoopFile(output, IntWritable.class, Text.class, TextOutputFormat.class);
  }

  private static String sums(Iterable<String> words) {
    long count = 0;
    long sum = 0;
    for (String word : words) {
      count++;
      sum += word.hashCode();
    }
    return count + "\t" + sum;
  }

  static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    StringTokenizer each = new StringTokenizer(line);
    while (each.hasMoreTokens()) {
      words.add(each.nextToken());
    }
    return words;
  }

  /** Adjacent pairs; a word that is alone stands for itself. */
  static List<String> bigrams(List<String> words) {
    if (words.size() == 1) {
      return words;
    }
    List<String> bigrams = new ArrayList<>();
    for (int i = 1; i < words.size(); i++) {
      bigrams.add(words.get(i - 1) + " " + words.get(i));
    }
    return bigrams;
  }
}
