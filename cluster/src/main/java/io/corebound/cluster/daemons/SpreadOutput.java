package io.corebound.cluster.daemons;

import io.corebound.hosts.process.Node;
import io.corebound.hosts.process.PipedProgram;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalInt;

/**
 * A file that nodes write one after the other, an equal part of its blocks each: HDFS keeps a block
 * where its writer runs.
 */
final class SpreadOutput extends OutputStream {
  private final Iterator<Node> writers;
  private final long bytesOfEach;
  private final Put put;
  private final Duration limit;
  private PipedProgram program;
  private OutputStream in;
  private long left;

  /** Starts a program on a node that creates the file, or appends to it, out of its input. */
  interface Put {
    PipedProgram start(Node writer, boolean creates);
  }

  /** Of a file of so many bytes, on at least one node; {@code limit} of each node's program. */
  SpreadOutput(List<Node> writers, long bytes, long blockBytes, Duration limit, Put put) {
    this.writers = writers.iterator();
    long blocks = -Math.floorDiv(-bytes, blockBytes);
    this.bytesOfEach = blockBytes * -Math.floorDiv(-blocks, writers.size());
    this.limit = limit;
    this.put = put;
    next();
  }

  private void next() {
    program = put.start(writers.next(), program == null);
    in = program.input();
    // a file of another size than was said is written all the same
    left = writers.hasNext() ? bytesOfEach : Long.MAX_VALUE;
  }

  @Override
  public void write(int one) throws IOException {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int count) throws IOException {
    int at = from;
    int rest = count;
    while (rest > 0) {
      if (left == 0) {
        close();
        next();
      }
      int part = (int) Math.min(rest, left);
      in.write(bytes, at, part);
      at += part;
      rest -= part;
      left -= part;
    }
  }

  @Override
  public void flush() throws IOException {
    in.flush();
  }

  /** Returns when what was written is in the file; fails where it is not. */
  @Override
  public void close() throws IOException {
    in.close();
    try {
      OptionalInt status = program.waitFor(limit);
      if (status.isEmpty() || status.getAsInt() != 0) {
        throw new IOException("its writer " + (status.isEmpty() ? "did not end" : "failed"));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** Ends the program that runs, if one does. */
  void stop() {
    program.stop(Duration.ofSeconds(2));
  }
}
