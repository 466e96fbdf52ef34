package io.corebound.microbench.corpus;

import io.trino.tpch.LineItem;
import io.trino.tpch.LineItemGenerator;
import java.util.Iterator;

/** The rows of TPC-H's LINEITEM of scale factor 1, as dbgen writes them, in order. */
final class Lineitem implements TextLines {
  private final Iterator<LineItem> rows = new LineItemGenerator(1, 1, 1).iterator();

  @Override
  public String next() {
    return rows.hasNext() ? rows.next().toLine() : null;
  }

  @Override
  public void close() {
    // nothing is open
  }
}
