package io.corebound.memory.job;

/** What the functions of a job are written for. */
public enum Api {
  /** Slices of bytes. */
  LEAN("lean"),
  /** Hadoop's own interfaces. */
  HADOOP("hadoop");

  private final String shown;

  Api(String shown) {
    this.shown = shown;
  }

  @Override
  public String toString() {
    return shown;
  }
}
