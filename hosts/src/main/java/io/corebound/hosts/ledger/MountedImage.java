package io.corebound.hosts.ledger;

import io.corebound.hosts.machine.Mounts;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Outcome;
import io.corebound.hosts.process.Uninterrupted;
import io.corebound.records.units.CoreboundException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The file system of a run's loop device at its mount point; one of several devices is known by any
 * of them. Something else that is mounted there is not the run's.
 */
public record MountedImage(Path path, Path image) implements Creation {
  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final int TRIES = 20;

  @Override
  public Kind kind() {
    return Kind.MOUNT;
  }

  @Override
  public boolean there() {
    return Mounts.at(path)
        .filter(
            mount ->
                AttachedImage.devices(image).stream()
                    .anyMatch(
                        name ->
                            AttachedImage.number(name).filter(mount.device()::equals).isPresent()
                                || mount.source().equals("/dev/" + name)))
        .isPresent();
  }

  @Override
  public Optional<String> remove(String runId) {
    LocalHost host = new LocalHost(runId, "here");
    String last = "";
    for (int i = 0; i < TRIES && there(); i++) {
      if (i > 0) {
        // what has just ended may hold its files for another moment
        Uninterrupted.pause(Duration.ofMillis(100));
      }
      try {
        Outcome outcome = Uninterrupted.run(host, Command.of(LIMIT, "umount", path.toString()));
        last = outcome.lastWords();
      } catch (CoreboundException e) {
        last = e.getMessage();
      }
    }
    return there()
        ? Optional.of(
            "%1$s could not be unmounted: %2$s; end what uses it (fuser -vm %1$s), then run ./corebound clean"
                .formatted(path, last))
        : Optional.empty();
  }

  @Override
  public String removed() {
    return "unmounted " + path;
  }
}
