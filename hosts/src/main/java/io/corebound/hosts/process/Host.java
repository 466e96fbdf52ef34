package io.corebound.hosts.process;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A machine that programs run on. Everything started through it carries the run's mark in its
 * environment ({@code COREBOUND_RUN}), which its children inherit, so that all of it can be found
 * and ended, also after corebound itself was killed. A program that is not there is a {@link
 * io.corebound.records.units.CoreboundException} (missing), anything else that does not succeed one
 * of (failed).
 */
public interface Host {
  /** Its name in records. */
  String name();

  /** Runs a program to its end, both streams drained and kept in memory. */
  Outcome run(Command command);

  /** Starts a program in a new session; its streams go to files of this machine. */
  RunningProgram start(Command command, Path out, Path err);

  /**
   * Starts a program in a new session, with pipes to talk to it; its errors go to a file of this
   * machine. A host of this machine's own kernel can do that, others cannot.
   */
  default PipedProgram converse(Command command, Path err) {
    throw new UnsupportedOperationException("programs of " + name() + " cannot be spoken with");
  }

  /**
   * Where a program of this host writes a file that belongs at a path of this machine: that path
   * itself, unless the host has a separate file system.
   */
  default String there(Path local) {
    return local.toAbsolutePath().toString();
  }

  /**
   * Brings what a program wrote at {@link #there} to its path on this machine. Does nothing where
   * it is there already.
   */
  default void bring(Path local) {}

  /**
   * Why it can no longer be reached, in a sentence; empty while it can. A host of this machine's
   * own kernel always can.
   */
  default Optional<String> lost() {
    return Optional.empty();
  }

  /** How its clock stands to ours. A host of this machine's own kernel has our clock. */
  default ClockOffset clockOffset() throws InterruptedException {
    return ClockOffset.SAME_CLOCK;
  }
}
