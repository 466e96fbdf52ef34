package io.corebound.microbench.corpus;

import io.corebound.microbench.OneLineException;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.BZip2Codec;

/**
 * Where text comes from: the excerpt of Wikipedia that is a resource of this module, a generated
 * log or table, random words, or a user's file, read from its beginning as far as it is asked for.
 */
final class CorpusSource {
  /** The English Wikipedia of 2016, see {@code enwiki-2016-NOTICE.txt} beside it. */
  static final String RESOURCE = Corpus.OWN + ".txt.gz";

  private static final int BUFFER_BYTES = 1 << 16;
  private static final String BZIP2_MAGIC = "BZh";

  private CorpusSource() {}

  static TextLines open(String corpus) throws IOException {
    if (corpus.equals(Corpus.WEB_LOG)) {
      return new WebLog();
    }
    if (corpus.equals(Corpus.RANDOM_WORDS)) {
      return new RandomWords();
    }
    if (corpus.equals(Corpus.LINEITEM)) {
      return new Lineitem();
    }
    if (corpus.equals(Corpus.OWN)) {
      InputStream resource = CorpusSource.class.getResourceAsStream(RESOURCE);
      if (resource == null) {
        throw new IOException(RESOURCE + " is missing from microbench's jar");
      }
      return new PlainText(new GZIPInputStream(resource, BUFFER_BYTES), RESOURCE);
    }
    return new PlainText(decompressed(Paths.get(corpus)), corpus);
  }

  /** The bytes of a user's file, decompressed. */
  static InputStream bytes(Path file) throws IOException {
    return decompressed(file);
  }

  private static InputStream decompressed(Path file) throws IOException {
    InputStream raw = new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES);
    String name = file.toString().toLowerCase(Locale.ROOT);
    try {
      if (name.endsWith(".gz")) {
        return new Decompressed(new GZIPInputStream(raw, BUFFER_BYTES), file);
      }
      if (name.endsWith(".bz2")) {
        return new Decompressed(bzip2(raw), file);
      }
      return raw;
    } catch (IOException e) {
      raw.close();
      throw damaged(file, e);
    }
  }

  /** Uses Hadoop's codec in Java, which needs no native library. */
  private static InputStream bzip2(InputStream raw) throws IOException {
    raw.mark(BZIP2_MAGIC.length());
    for (char magic : BZIP2_MAGIC.toCharArray()) {
      if (raw.read() != magic) { // the codec would look for a block until the end of the file
        throw new IOException("not bzip2");
      }
    }
    raw.reset();
    Configuration configuration = new Configuration(false);
    configuration.set("io.compression.codec.bzip2.library", "java-builtin");
    BZip2Codec codec = new BZip2Codec();
    codec.setConf(configuration);
    return codec.createInputStream(raw, null);
  }

  private static OneLineException damaged(Path file, Exception e) {
    String reason = e instanceof EOFException ? "unexpected end" : e.getMessage();
    return new OneLineException(
        String.format(
            "corpus: the compressed data of %s are cut off or damaged (%s); fetch the file again",
            file, reason));
  }

  /** Says which file it is whose compressed data are damaged. */
  private static final class Decompressed extends FilterInputStream {
    private final Path file;

    Decompressed(InputStream in, Path file) {
      super(in);
      this.file = file;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      try {
        return in.read(target, offset, length);
      } catch (IOException | RuntimeException e) {
        // Hadoop's bzip2 may throw an index out of bounds on damaged data
        throw damaged(file, e);
      }
    }
  }
}
