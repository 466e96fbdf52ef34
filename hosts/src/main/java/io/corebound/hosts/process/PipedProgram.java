package io.corebound.hosts.process;

import java.io.InputStream;
import java.io.OutputStream;

/** A program that is spoken with while it runs: what it reads and what it writes are pipes. */
public interface PipedProgram extends RunningProgram {
  /** What the program reads from its standard input; {@link #closeInput} ends it. */
  OutputStream input();

  /** What the program writes to its standard output; it blocks when nobody reads it. */
  InputStream output();
}
