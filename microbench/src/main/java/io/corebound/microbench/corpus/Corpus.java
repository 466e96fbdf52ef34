package io.corebound.microbench.corpus;

import io.corebound.microbench.ChildJvm;
import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.OneLineException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Real text in lines of at most 256 bytes of UTF-8 (section 4.3 of the paper): articles of the
 * English Wikipedia, which come with this module, a generated log or table, random words, or plain
 * text of the user, also as {@code .gz} or {@code .bz2}. It is read as far as needed; shorter text
 * is repeated.
 */
public final class Corpus {
  /** Names the text that comes with this module. */
  public static final String OWN = "enwiki-2016";

  /** Bytes of that text, line ends included. */
  public static final int OWN_BYTES = 2_901_256;

  /** Names the access log of a web server, which this module generates. */
  public static final String WEB_LOG = "web-log";

  /** Names lines of words that this module draws at random from a list. */
  public static final String RANDOM_WORDS = "random-words";

  /** Names LINEITEM of TPC-H, which this module generates. */
  public static final String LINEITEM = "lineitem";

  /** Stands before the path of a file whose lines are taken as they are, whatever they are. */
  public static final String AS_IT_IS = "as-it-is:";

  static final String FILE = "text.txt";

  private static final int BAD_INPUT = 2;

  private Corpus() {}

  /**
   * A file of text with Hadoop's checksums beside it; made by another JVM unless the directory has
   * it.
   */
  public static Path file(LocalDirectory directory, long bytes, String corpus)
      throws IOException, InterruptedException {
    if (bytes < 1) {
      throw new OneLineException("bytes: " + bytes + " is not at least 1");
    }
    String source = corpus.isEmpty() ? OWN : corpus;
    Path made = directory.resolve("corpus-" + identity(source) + "-" + bytes);
    if (!Files.exists(made)) {
      directory.requireSpace(bytesWhileMade(source, bytes));
      make(source, bytes, made);
    }
    return made.resolve(FILE);
  }

  /** The words of a text, in order: what {@link java.util.StringTokenizer} finds, in UTF-8. */
  public static List<byte[]> words(Path file) throws IOException {
    byte[] text = Files.readAllBytes(file);
    List<byte[]> words = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < text.length; i++) {
      if (text[i] == ' ' || text[i] == '\n') {
        if (i > start) {
          words.add(Arrays.copyOfRange(text, start, i));
        }
        start = i + 1;
      }
    }
    return words;
  }

  /** Strings of a text, each filled with words up to 256 bytes of UTF-8, whatever its lines. */
  public static List<String> strings(Path file, int count) throws IOException {
    String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8).replace('\n', ' ');
    List<String> strings = new ArrayList<>();
    BrokenLines.each(text, string -> strings.add(string) && strings.size() < count);
    return strings;
  }

  /** How much a user's file has is known only when it has been read. */
  private static long bytesWhileMade(String source, long bytes) {
    long once = source.equals(OWN) ? Math.min(bytes, OWN_BYTES) : bytes;
    // a sum of doubles does not become negative, whatever the user gives
    return (long) ((double) LocalDirectory.withChecksums(bytes) + once);
  }

  private static String identity(String corpus) throws IOException {
    if (Arrays.asList(OWN, WEB_LOG, RANDOM_WORDS, LINEITEM).contains(corpus)) {
      return corpus;
    }
    boolean asItIs = corpus.startsWith(AS_IT_IS);
    Path file = Paths.get(asItIs ? corpus.substring(AS_IT_IS.length()) : corpus);
    if (!Files.isRegularFile(file)) {
      throw new OneLineException("corpus: file " + corpus + " does not exist; name a text file");
    }
    if (!Files.isReadable(file)) {
      throw new OneLineException("corpus: " + corpus + " cannot be read; check its permissions");
    }
    if (!asItIs && corpus.matches("(?i).*\\.xml(\\.gz|\\.bz2)?")) {
      throw new OneLineException(
          "corpus: " + corpus + " is not plain text; extract its text first");
    }
    if (Files.size(file) == 0) {
      throw new OneLineException("corpus: " + corpus + " is empty");
    }
    int hash =
        Arrays.asList(file.toRealPath(), Files.size(file), Files.getLastModifiedTime(file))
            .hashCode();
    return Integer.toHexString(hash);
  }

  private static void make(String corpus, long bytes, Path made)
      throws IOException, InterruptedException {
    Process child =
        ChildJvm.quick(CorpusFile.class, corpus, Long.toString(bytes), made.toString())
            .redirectError(ProcessBuilder.Redirect.PIPE)
            .redirectOutput(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      child.getOutputStream().close();
      String errors =
          new BufferedReader(
                  new InputStreamReader(child.getErrorStream(), Charset.defaultCharset()))
              .lines()
              .collect(Collectors.joining("\n"));
      int status = child.waitFor();
      if (status == BAD_INPUT) {
        throw new OneLineException(errors.substring(errors.lastIndexOf('\n') + 1));
      }
      if (status != 0) {
        throw new IOException(
            "the corpus could not be made, exit status " + status + ": " + errors);
      }
    } finally {
      child.destroy();
    }
  }
}
