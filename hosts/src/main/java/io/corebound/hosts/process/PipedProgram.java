package io.corebound.hosts.process;

import java.io.InputStream;
import java.io.OutputStream;

/** A program with pipes as its input and output, for a dialogue while it runs. */
public interface PipedProgram extends RunningProgram {
  /** What the program reads from its standard input; {@link #closeInput} ends it. */
  OutputStream input();

  /** What the program writes to its standard output; it blocks when nobody reads it. */
  InputStream output();
}
