package io.corebound.hosts.ledger;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Something that a run makes, as its ledger notes it before it is made, and how it is removed by
 * any process that finds the note.
 */
interface Creation {
  /** What a line of a ledger says was made, or stays; things are removed in this order. */
  enum Kind {
    /** All processes with the run's mark. */
    PROCESSES(null),
    CLUSTER_FOLDER(line -> new ClusterLeftovers(Path.of(line.path()), line.cluster())),
    NAMESPACE(line -> new NetworkNamespace(Path.of(line.path()))),
    DEVICE_LIMIT(
        line -> new DeviceSettings(Path.of(line.path()), Path.of(line.image()), line.settings())),
    GROUP(line -> new MadeGroup(Path.of(line.path()))),
    CONTROLLERS(line -> new DelegatedControllers(Path.of(line.path()), line.settings())),
    MOUNT(line -> new MountedImage(Path.of(line.path()), Path.of(line.image()))),
    LOOP_DEVICE(line -> new AttachedImage(Path.of(line.path()))),
    FOLDER(line -> new MadeFolder(Path.of(line.path()))),
    /** A folder that was noted before and now stays. */
    KEPT(FOLDER.creation);

    final Function<LedgerLine, Creation> creation;

    Kind(Function<LedgerLine, Creation> creation) {
      this.creation = creation;
    }
  }

  Kind kind();

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

  /** How to reach the cluster that it is on; null for others. */
  default HadoopCommands commands() {
    return null;
  }

  boolean there();

  /**
   * Removes it; does nothing when it is not there, and goes on to its end when the calling thread
   * is interrupted.
   *
   * @return a sentence that says what is left and what to do when that did not succeed
   */
  Optional<String> remove(String runId);

  /** That it was removed, such as {@code deleted /data/x}. */
  String removed();
}
