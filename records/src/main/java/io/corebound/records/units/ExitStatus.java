package io.corebound.records.units;

/** The exit statuses of every corebound command. */
public enum ExitStatus {
  /** All well. */
  OK(0),
  /** A cell failed, or a regression was found. */
  FAILED(1),
  /** The command line or a configuration is wrong. */
  INVALID_INPUT(2),
  /** The machine lacks something: a tool, a JDK, room on its disk. */
  MACHINE_LACKS(3);

  private final int code;

  ExitStatus(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }
}
