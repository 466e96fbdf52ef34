package io.corebound.cli;

/** How results are written that have no page. */
enum DataFormat {
  TEXT,
  JSON,
  CSV
}
