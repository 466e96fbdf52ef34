package io.corebound.microbench.corpus;

import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.OneLineException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/** Writes a file of text of a given size; another JVM runs it. */
final class CorpusFile {
  private static final int BUFFER_BYTES = 1 << 16;

  private CorpusFile() {}

  /**
   * Writes {@value Corpus#FILE} and its checksums, as Hadoop's local file system does, into a new
   * directory, and renames that when all is there.
   */
  public static void main(String[] arguments) throws IOException {
    try {
      make(arguments[0], Long.parseLong(arguments[1]), Paths.get(arguments[2]));
    } catch (OneLineException e) {
      System.err.println(e.getMessage());
      System.exit(2);
    }
  }

  static void make(String corpus, long bytes, Path directory) throws IOException {
    Path unfinished = Files.createTempDirectory(directory.getParent(), "unfinished-");
    try {
      write(corpus, bytes, unfinished);
      Files.move(unfinished, directory, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException e) {
      if (!Files.exists(directory)) {
        throw e;
      }
    } finally {
      LocalDirectory.delete(unfinished);
    }
  }

  private static void write(String corpus, long bytes, Path directory) throws IOException {
    Path once = directory.resolve("once");
    if (corpus.startsWith(Corpus.AS_IT_IS)) {
      copyLines(corpus.substring(Corpus.AS_IT_IS.length()), bytes, once);
    } else {
      writeLines(corpus, bytes, once);
    }
    org.apache.hadoop.fs.Path file =
        new org.apache.hadoop.fs.Path(directory.resolve(Corpus.FILE).toString());
    try (OutputStream out =
        FileSystem.getLocal(new Configuration()).create(file, true, BUFFER_BYTES)) {
      long left = bytes;
      while (left > 0) {
        long copied = copy(once, out, left);
        left -= copied;
        if (copied < Files.size(once)) {
          break;
        }
      }
    }
    Files.delete(once);
  }

  /** The beginning of a file, as many whole lines as fit; the last one gets an end. */
  private static void copyLines(String source, long bytes, Path once) throws IOException {
    Path all = once.resolveSibling("all");
    try (InputStream in = CorpusSource.bytes(Paths.get(source));
        OutputStream out = new BufferedOutputStream(Files.newOutputStream(all))) {
      byte[] buffer = new byte[BUFFER_BYTES];
      int last = '\n';
      long left = bytes + 1;
      for (int read = in.read(buffer); read > 0 && left > 0; read = in.read(buffer)) {
        int taken = (int) Math.min(read, left);
        out.write(buffer, 0, taken);
        last = buffer[taken - 1];
        left -= taken;
      }
      if (left > 0 && last != '\n') {
        out.write('\n');
      }
    }
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(once))) {
      if (copy(all, out, bytes) == 0) {
        throw new OneLineException(
            String.format("text: the first line of %s has more than %s bytes", source, bytes));
      }
    }
    Files.delete(all);
  }

  private static void writeLines(String corpus, long bytes, Path once) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(once));
        TextLines texts = CorpusSource.open(corpus)) {
      long[] written = new long[1];
      String text = texts.next();
      while (text != null && BrokenLines.each(text, line -> add(line, out, bytes, written))) {
        text = texts.next();
      }
      if (written[0] == 0) {
        throw new OneLineException(
            text == null
                ? "corpus: " + corpus + " has no text"
                : "bytes: " + bytes + " are fewer than the text's first line has");
      }
    }
  }

  /** Writes a line with its line feed; false when it does not fit. */
  private static boolean add(String line, OutputStream out, long most, long[] written) {
    byte[] encoded = (line + "\n").getBytes(StandardCharsets.UTF_8);
    if (written[0] + encoded.length > most) {
      return false;
    }
    try {
      out.write(encoded);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    written[0] += encoded.length;
    return true;
  }

  /** Copies as many whole lines as fit. */
  private static long copy(Path from, OutputStream to, long most) throws IOException {
    long copied = 0;
    byte[] buffer = new byte[BUFFER_BYTES];
    int kept = 0;
    try (InputStream in = Files.newInputStream(from)) {
      while (true) {
        int read = in.read(buffer, kept, buffer.length - kept);
        if (read < 0) {
          return copied;
        }
        int length = kept + read;
        int room = (int) Math.min(length, most - copied);
        int end = afterLastLine(buffer, room);
        to.write(buffer, 0, end);
        copied += end;
        if (room < length) {
          return copied;
        }
        kept = length - end;
        System.arraycopy(buffer, end, buffer, 0, kept);
      }
    }
  }

  private static int afterLastLine(byte[] buffer, int length) {
    int end = length;
    while (end > 0 && buffer[end - 1] != '\n') {
      end--;
    }
    return end;
  }
}
