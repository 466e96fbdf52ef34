package io.corebound.cli;

/** How results for people and for programs are written. */
enum PageFormat {
  TEXT,
  MD,
  CSV,
  JSON
}
