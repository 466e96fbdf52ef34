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
