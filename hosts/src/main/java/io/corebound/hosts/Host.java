package io.corebound.hosts;

import java.nio.file.Path;

/**
 * A machine that programs are run on. Everything started through it carries the run's mark in its
 * environment ({@code COREBOUND_RUN}), which its children inherit, so that all of it can be found
 * and ended, also after corebound itself was killed.
 */
public interface Host {
  /** Its name in records. */
  String name();

  /**
   * Runs a program to its end, both streams drained and kept in memory.
   *
   * @throws io.corebound.records.CoreboundException (missing) when the program is not there
   */
  Outcome run(Command command);

  /**
   * Starts a program in a session of its own; its streams go to files.
   *
   * @throws io.corebound.records.CoreboundException (missing) when the program is not there
   */
  RunningProgram start(Command command, Path out, Path err);
}
