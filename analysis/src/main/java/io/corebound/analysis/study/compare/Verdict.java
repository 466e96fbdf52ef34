package io.corebound.analysis.study.compare;

/** The comparison of a figure on two sides. */
public enum Verdict {
  /** Too unlikely by chance, all figures taken together. */
  DIFFERS("differs"),
  /** The whole interval lies within the margin of practical equality. */
  DOES_NOT_DIFFER("does not differ"),
  /** Neither of both. */
  CANNOT_TELL("cannot tell");

  private final String words;

  Verdict(String words) {
    this.words = words;
  }

  /** As people say it. */
  public String words() {
    return words;
  }
}
