package io.corebound.microbench.task;

import io.corebound.microbench.ByteBase;
import io.corebound.microbench.ChildJvm;
import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.OneLineException;
import io.corebound.microbench.corpus.Corpus;
import java.io.IOException;
import java.io.UnsupportedEncodingException;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLDecoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The job whose tasks are measured: what its user would type after {@code hadoop jar JAR}, with
 * {@value #INPUT} and {@value #OUTPUT} where the paths stand, and {@value #REDUCES} where the
 * number of reduces does.
 */
final class SampledJob {
  static final String WORD_COUNT = "word-count";

  /** Hadoop's example; words are encoded as in a URL, a plus parts them. */
  static final String WORD_COUNT_COMMAND = "org.apache.hadoop.examples.WordCount+{input}+{output}";

  static final String INPUT = "{input}";
  static final String OUTPUT = "{output}";
  static final String REDUCES = "{reduces}";

  private final String jar;
  private final List<String> words;

  private SampledJob(String jar, List<String> words) {
    this.jar = jar;
    this.words = words;
  }

  /**
   * A job by its parameters.
   *
   * @param jar path of the jar that has its classes; empty for those of the class path
   * @throws OneLineException when the jar cannot be read or the command is empty
   */
  static SampledJob of(String command, String jar) {
    List<String> words = new ArrayList<>();
    for (String word : command.split("\\+", -1)) {
      try {
        words.add(URLDecoder.decode(word, "UTF-8"));
      } catch (UnsupportedEncodingException | IllegalArgumentException e) {
        throw new OneLineException(String.format("job: '%s' is not encoded as in a URL", word));
      }
    }
    if (words.get(0).isEmpty()) {
      throw new OneLineException("job: a main class is missing");
    }
    if (!jar.isEmpty() && !Files.isReadable(Paths.get(jar))) {
      throw new OneLineException(String.format("jar: %s is not a file that can be read", jar));
    }
    return new SampledJob(jar, words);
  }

  String jar() {
    return jar;
  }

  /** Main class and arguments. */
  List<String> command(String input, String output, int reduces) {
    List<String> command = new ArrayList<>();
    for (String word : words) {
      command.add(
          word.replace(INPUT, input)
              .replace(OUTPUT, output)
              .replace(REDUCES, Integer.toString(reduces)));
    }
    return command;
  }

  /** Differs for another command, and for another jar or a newer one. */
  String identity() throws IOException {
    Path file = Paths.get(jar);
    return Integer.toHexString(
        jar.isEmpty()
            ? words.hashCode()
            : Arrays.asList(words, jar, Files.size(file), Files.getLastModifiedTime(file))
                .hashCode());
  }

  /** The loader of a jar's classes; an empty jar is none. */
  static ClassLoader loader(String jar) throws IOException {
    ClassLoader own = SampledJob.class.getClassLoader();
    return jar.isEmpty()
        ? own
        : new URLClassLoader(new URL[] {Paths.get(jar).toUri().toURL()}, own);
  }

  /** A text of at most so many bytes; 0 for an empty one. */
  static Path text(LocalDirectory directory, long bytes, String corpus)
      throws IOException, InterruptedException {
    if (bytes > 0 && corpus.equals(RandomRecords.NAME)) {
      return directory.made(corpus + "-" + bytes, made -> random(bytes, 1, made)).resolve("text-0");
    }
    return bytes == 0
        ? empty(directory, 1, corpus).resolve("text-0")
        : Corpus.file(directory, bytes, corpus);
  }

  /** A directory of files, each without any record. */
  static Path empty(LocalDirectory directory, int files, String corpus)
      throws IOException, InterruptedException {
    boolean random = corpus.equals(RandomRecords.NAME);
    return directory
        .made(
            String.format("empty-%s-%s", random ? corpus : "text", files),
            made -> {
              Path all = Files.createDirectory(made.resolve("files"));
              for (int file = 0; file < files && !random; file++) {
                Files.createFile(all.resolve("text-" + file));
              }
              if (random) {
                random(0, files, all);
              }
            })
        .resolve("files");
  }

  private static void random(long bytes, int files, Path directory)
      throws IOException, InterruptedException {
    ChildJvm.run(
        RandomRecords.class, Long.toString(bytes), Integer.toString(files), directory.toString());
  }

  /** The operation of the job's maps, of {@link ByteBase#PAYLOAD}. */
  static String mapOf(String workload) {
    return workload + ".map";
  }

  /** The operation of the job's reduces, of {@link ByteBase#IFILE}. */
  static String reduceOf(String workload) {
    return workload + ".reduce";
  }
}
