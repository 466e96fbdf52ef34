package io.corebound.microbench.shuffle;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Map;
import java.util.StringTokenizer;
import java.util.TreeMap;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.IFile;
import org.apache.hadoop.mapred.IndexRecord;
import org.apache.hadoop.mapred.JobConf;

/**
 * Writes the map outputs of a WordCount for one reducer, where a NodeManager's local directory has
 * them: of each map's share of a text every word once, with how often it is there, as the combiner
 * leaves it; another JVM runs it.
 */
final class WordOutputFiles {
  private WordOutputFiles() {}

  public static void main(String[] arguments) throws IOException {
    Path text = Paths.get(arguments[0]);
    int maps = Integer.parseInt(arguments[1]);
    JobConf job = new JobConf();
    long each = Files.size(text) / maps;
    try (BufferedReader lines = Files.newBufferedReader(text, StandardCharsets.UTF_8)) {
      for (int map = 0; map < maps; map++) {
        Map<Text, Integer> counts = counts(lines, map == maps - 1 ? Long.MAX_VALUE : each);
        MapOutputFiles.write(job, arguments[2], map, out -> write(job, out, counts));
      }
    }
  }

  /** Counts the words of whole lines, in the order of Text. */
  private static Map<Text, Integer> counts(BufferedReader lines, long bytes) throws IOException {
    Map<Text, Integer> counts = new TreeMap<>();
    long read = 0;
    while (read < bytes) {
      String line = lines.readLine();
      if (line == null) {
        return counts;
      }
      read += line.getBytes(StandardCharsets.UTF_8).length + 1;
      StringTokenizer words = new StringTokenizer(line);
      while (words.hasMoreTokens()) {
        counts.merge(new Text(words.nextToken()), 1, Integer::sum);
      }
    }
    return counts;
  }

  private static IndexRecord write(JobConf job, FSDataOutputStream out, Map<Text, Integer> counts)
      throws IOException {
    long start = out.getPos();
    IFile.Writer<Text, IntWritable> writer =
        new IFile.Writer<>(
            job, out, Text.class, IntWritable.class, ShuffleServer.codec(true, job), null);
    IntWritable count = new IntWritable();
    for (Map.Entry<Text, Integer> word : counts.entrySet()) {
      count.set(word.getValue());
      writer.append(word.getKey(), count);
    }
    writer.close();
    return new IndexRecord(start, writer.getRawLength(), writer.getCompressedLength());
  }
}
