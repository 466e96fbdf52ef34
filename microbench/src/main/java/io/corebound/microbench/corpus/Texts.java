package io.corebound.microbench.corpus;

import java.io.Closeable;
import java.io.IOException;

/** Pieces of text one after the other: the articles of a dump, the lines of a file. */
interface Texts extends Closeable {
  /**
   * The next piece.
   *
   * @return text of one or more lines; null at the end
   * @throws IOException when it cannot be read
   * @throws io.corebound.microbench.OneLineException when the file is not what it should be
   */
  String next() throws IOException;
}
