package io.corebound.microbench.read;

import io.corebound.microbench.Measures;
import io.corebound.microbench.OneLineException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.infra.Blackhole;

/**
 * How fast is a local file read by {@code java.nio.channels.FileChannel}? The kernel writes into a
 * direct buffer at once; into a buffer on the heap the JDK copies, out of a direct one that it
 * keeps for each thread. Paper: figures 9 and 10 (variant 3). Left out: the disk, when the file
 * lies in memory; looking at the bytes; mapping the file.
 */
@Measures(
    value = "read.file-channel",
    question = "How fast is a local file read by java.nio.channels.FileChannel?",
    localBytes = 2.02)
public class FileChannelBenchmark extends LocalReadBenchmark {
  @Param({"65536", "4096", "1048576"})
  int buffer;

  /** Where the buffer lies: {@code direct} or {@code heap}. */
  @Param({"direct", "heap"})
  String memory;

  private ByteBuffer target;

  @Override
  String operation() {
    return "read.file-channel";
  }

  @Override
  public void prepare() throws IOException, InterruptedException {
    if (memory.equals("direct")) {
      target = ByteBuffer.allocateDirect(buffer);
    } else if (memory.equals("heap")) {
      target = ByteBuffer.allocate(buffer);
    } else {
      throw new OneLineException("memory: '" + memory + "' is neither direct nor heap");
    }
    super.prepare();
  }

  @Benchmark
  public void read(Blackhole blackhole) throws IOException, InterruptedException {
    measure(
        () -> {
          long sum = 0;
          for (int pass = 0; pass < passes; pass++) {
            try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
              target.clear();
              for (int n = in.read(target); n >= 0; n = in.read(target)) {
                sum += n;
                consume(target, blackhole);
                target.clear();
              }
            }
          }
          return sum;
        });
  }

  /** Takes what was read; the buffer's position is its end. */
  void consume(ByteBuffer read, Blackhole blackhole) {
    blackhole.consume(read);
  }
}
