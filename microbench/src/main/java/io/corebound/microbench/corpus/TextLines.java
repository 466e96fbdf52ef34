package io.corebound.microbench.corpus;

import java.io.Closeable;
import java.io.IOException;

/** Lines of text, one after the other. */
interface TextLines extends Closeable {
  /** The next line or piece of one, without its end; null at the end. */
  String next() throws IOException;
}
