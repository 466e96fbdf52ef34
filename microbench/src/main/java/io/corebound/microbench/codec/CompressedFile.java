package io.corebound.microbench.codec;

import io.corebound.microbench.ChildJvm;
import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.TeraRecords;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionOutputStream;
import org.apache.hadoop.io.compress.Compressor;
import org.apache.hadoop.io.compress.Decompressor;

/** Data compressed by another JVM, which also finds out whether and how the codec works here. */
final class CompressedFile {
  private static final String UNAVAILABLE = "unavailable";
  private static final byte[] SAMPLE = "corebound".getBytes(StandardCharsets.US_ASCII);

  /** What is compressed with; null when the codec does not work here. */
  final String compressor;

  /** What is decompressed with; null when the codec does not work here. */
  final String decompressor;

  /** Why the codec does not work here; null when it does. */
  final String reason;

  /** The data; nothing when the codec does not work here. */
  final byte[] bytes;

  private CompressedFile(List<String> answer, byte[] bytes) {
    boolean works = !answer.get(0).equals(UNAVAILABLE);
    this.compressor = works ? answer.get(0) : null;
    this.decompressor = works ? answer.get(1) : null;
    this.reason = works ? null : answer.get(1);
    this.bytes = bytes;
  }

  static CompressedFile make(
      LocalDirectory directory, Codec codec, CodecBenchmark.Content kind, int records, long seed)
      throws IOException, InterruptedException {
    Path made =
        directory.made(
            String.format("compressed-%s-%s-%s-from-%s", codec, kind, records, seed),
            work -> {
              // how small they get is not known yet; none of the codecs makes them larger
              directory.requireSpace((long) records * TeraRecords.RECORD_BYTES);
              ChildJvm.run(
                  CompressedFile.class,
                  codec.name(),
                  kind.name(),
                  Integer.toString(records),
                  Long.toString(seed),
                  work.getParent().toString(),
                  work.toString());
            });
    List<String> answer = Files.readAllLines(made.resolve("answer"));
    Path compressed = made.resolve("compressed");
    return new CompressedFile(
        answer, Files.exists(compressed) ? Files.readAllBytes(compressed) : new byte[0]);
  }

  public static void main(String[] arguments) throws Exception {
    Codec codec = Codec.valueOf(arguments[0]);
    Path work = Paths.get(arguments[5]);
    List<String> answer;
    try {
      answer = tried(codec);
    } catch (IOException | RuntimeException | Error e) {
      // libraries that are missing throw all of these
      Files.write(work.resolve("answer"), Arrays.asList(UNAVAILABLE, reason(e)));
      return;
    }
    System.setProperty(LocalDirectory.PROPERTY, arguments[4]);
    Data data =
        CodecBenchmark.Content.valueOf(arguments[1])
            .load(
                LocalDirectory.open(),
                Integer.parseInt(arguments[2]),
                Long.parseLong(arguments[3]));
    try (OutputStream out =
        new BufferedOutputStream(Files.newOutputStream(work.resolve("compressed")))) {
      CodecBenchmark.compressInto(out, codec.open(), data);
    }
    Files.write(work.resolve("answer"), answer);
  }

  private static List<String> tried(Codec codec) throws IOException {
    CompressionCodec hadoops = codec.open();
    Compressor compressor = hadoops.createCompressor();
    Decompressor decompressor = hadoops.createDecompressor();
    ByteArrayOutputStream sink = new ByteArrayOutputStream();
    try (CompressionOutputStream out = hadoops.createOutputStream(sink, compressor)) {
      out.write(SAMPLE);
    }
    byte[] back = new byte[SAMPLE.length];
    try (InputStream in =
        hadoops.createInputStream(new ByteArrayInputStream(sink.toByteArray()), decompressor)) {
      org.apache.hadoop.io.IOUtils.readFully(in, back, 0, back.length);
    }
    if (!Arrays.equals(back, SAMPLE)) {
      throw new IOException(codec + " gives back other bytes than it was given");
    }
    return Arrays.asList(codec.implementation(compressor), codec.implementation(decompressor));
  }

  private static String reason(Throwable e) {
    Throwable cause = e;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause instanceof NoClassDefFoundError || cause instanceof ClassNotFoundException
        ? "its library is not on the class path: " + cause.getMessage()
        : cause.getMessage() == null ? cause.toString() : cause.getMessage();
  }
}
