package io.corebound.microbench.codec;

import io.corebound.microbench.ByteBase;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** What is compressed, and the pieces in which Hadoop hands it to a codec and asks for it back. */
interface Data {
  /** Which bytes {@link #bytes} counts. */
  ByteBase base();

  long records();

  long bytes();

  /** Prepares the layout, so that {@link #write} only writes. */
  default void layOut() {
    // nothing to prepare
  }

  void write(OutputStream compressing) throws IOException;

  /** Reads all of it, piece by piece as Hadoop does. */
  void read(InputStream decompressing, Sink sink) throws IOException;

  interface Sink {
    void take(byte[] piece, int length);
  }
}
