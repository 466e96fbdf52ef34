package io.corebound.microbench.corpus;

import java.io.Closeable;
import java.io.IOException;

/** Pieces of text one after the other: the articles of a dump, the lines of a file. */
interface Texts extends Closeable {
  /** The next piece, of one or more lines; null at the end. */
  String next() throws IOException;
}
