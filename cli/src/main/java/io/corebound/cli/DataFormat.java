package io.corebound.cli;

enum DataFormat {
  TEXT,
  JSON,
  CSV
}
