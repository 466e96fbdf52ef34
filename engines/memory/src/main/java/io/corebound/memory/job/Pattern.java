package io.corebound.memory.job;

/** Who exchanges with whom, and when (the paper, section 3.2). */
public enum Pattern {
  /** All with all, while maps run. */
  FULLY_CONNECTED("fully-connected"),
  /** In pairs, step by step, after all maps. */
  PAIRWISE("pairwise");

  private final String shown;

  Pattern(String shown) {
    this.shown = shown;
  }

  @Override
  public String toString() {
    return shown;
  }
}
