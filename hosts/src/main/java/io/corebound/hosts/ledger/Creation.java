package io.corebound.hosts.ledger;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Something that a run makes on this machine, as its ledger notes it before it is made, and how it
 * is taken away, by whoever finds the note.
 */
interface Creation {
  /** What it is; also the order in which the things of a run are taken away. */
  Ledger.Kind kind();

  /** What it is known by. */
  Path path();

  /** The file behind a loop device that it belongs to; null for others. */
  default Path image() {
    return null;
  }

  /** Files of the kernel that it has changed; empty for others. */
  default List<KernelSetting> settings() {
    return List.of();
  }

  /** How a cluster is reached that it is on; null for others. */
  default HadoopCommands commands() {
    return null;
  }

  /** Whether it is there. */
  boolean there();

  /**
   * Takes it away; does nothing when it is not there, and goes on to its end when the calling
   * thread is interrupted.
   *
   * @param runId the run that made it
   * @return a sentence that says what is left and what to do when that did not succeed
   */
  Optional<String> remove(String runId);

  /** That it was taken away, such as {@code deleted /data/x}. */
  String removed();
}
