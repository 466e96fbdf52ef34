package io.corebound.cli.option;

public enum DataFormat {
  TEXT,
  JSON,
  CSV
}
