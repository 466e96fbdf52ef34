package io.corebound.microbench.parse;

import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.OneLineException;
import io.corebound.microbench.corpus.Corpus;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;

/** A local file of text, and the two ways in which its lines are read. */
final class TextFile implements Closeable {
  static final String BUFFERED_READER = "buffered-reader";
  static final String TEXT_INPUT_FORMAT = "text-input-format";
  static final String TEXT_INPUT_FORMAT_STRING = "text-input-format-string";

  private final LocalDirectory directory;
  final Path file;
  final long bytes;
  private final InputSplit split;
  private final TaskAttemptContext context;

  /** Finds or makes the file, and what a map task knows before it reads. */
  TextFile(long bytes, String corpus) throws IOException, InterruptedException {
    directory = LocalDirectory.open();
    file = Corpus.file(directory, bytes, corpus);
    this.bytes = Files.size(file);
    split =
        new FileSplit(new org.apache.hadoop.fs.Path(file.toUri()), 0, this.bytes, new String[0]);
    context = new TaskAttemptContextImpl(new JobConf(), new TaskAttemptID());
  }

  BufferedReader bufferedReader() throws IOException {
    return new BufferedReader(
        new InputStreamReader(new FileInputStream(file.toFile()), StandardCharsets.UTF_8));
  }

  /** Opens it as a map task does, all of it as one split. */
  RecordReader<LongWritable, Text> recordReader() throws IOException, InterruptedException {
    RecordReader<LongWritable, Text> reader =
        new TextInputFormat().createRecordReader(split, context);
    reader.initialize(split, context);
    return reader;
  }

  static OneLineException unknown(String reader, String... known) {
    return new OneLineException(
        "reader: unknown reader '" + reader + "'; give one of " + String.join(", ", known));
  }

  @Override
  public void close() throws IOException {
    directory.close();
  }
}
