package io.corebound.collectors.output;

/**
 * The only exception of a probe's parser: the text is not a complete result of its tool. The
 * message says what is wrong, as the end of a sentence that begins with the tool's name.
 */
public final class MalformedOutput extends Exception {
  private static final long serialVersionUID = 1L;

  public MalformedOutput(String message) {
    super(message);
  }
}
