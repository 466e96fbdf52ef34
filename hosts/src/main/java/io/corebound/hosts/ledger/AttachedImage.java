package io.corebound.hosts.ledger;

import io.corebound.hosts.machine.KernelFile;
import io.corebound.hosts.machine.Mounts;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Outcome;
import io.corebound.hosts.process.Uninterrupted;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A loop device (loop(4), losetup(8)) of a run, known by the file behind it. */
public record AttachedImage(Path path) implements Creation {
  private static final Path BLOCK = Path.of("/sys/block");
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final String DELETED = " (deleted)";

  /** Names, such as {@code loop3}, of the devices that have this file behind them. */
  public static List<String> devices(Path image) {
    return loops().stream().filter(name -> behind(name).filter(image::equals).isPresent()).toList();
  }

  private static List<String> loops() {
    if (!Files.isDirectory(BLOCK)) {
      return List.of();
    }
    try (Stream<Path> folders = Files.list(BLOCK)) {
      return folders
          .map(folder -> folder.getFileName().toString())
          .filter(name -> name.startsWith("loop"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list %s: %s".formatted(BLOCK, e), e);
    }
  }

  /** The file behind a loop device, also when it was deleted; empty when there is none. */
  static Optional<Path> behind(String name) {
    try {
      String text = Files.readString(BLOCK.resolve(name).resolve("loop/backing_file"));
      String file = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
      return Optional.of(
          Path.of(
              file.endsWith(DELETED) ? file.substring(0, file.length() - DELETED.length()) : file));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** A loop device with a file below a folder behind it, in a sentence. */
  public static Optional<String> using(Path folder) {
    return loops().stream()
        .flatMap(
            name ->
                behind(name).stream()
                    .filter(file -> file.startsWith(folder))
                    .map(file -> "loop device %s uses %s".formatted(name, file)))
        .findFirst();
  }

  /** A block device's number, such as {@code 7:3}; empty when there is none of that name. */
  public static Optional<String> number(String name) {
    return KernelFile.text(BLOCK.resolve(name).resolve("dev"));
  }

  @Override
  public Kind kind() {
    return Kind.LOOP_DEVICE;
  }

  @Override
  public boolean there() {
    return !devices(path).isEmpty();
  }

  @Override
  public Optional<String> remove(String runId) {
    for (String name : devices(path)) {
      // detached while it is mounted, a loop device only waits to be unmounted
      List<Path> mounted = number(name).map(Mounts::of).orElse(List.of());
      if (!mounted.isEmpty()) {
        return Optional.of(stays(name, "it is mounted at " + mounted.get(0)));
      }
      Optional<String> problem = detach(runId, name);
      if (problem.isPresent()) {
        return problem;
      }
    }
    return Optional.empty();
  }

  private Optional<String> detach(String runId, String name) {
    LocalHost host = new LocalHost(runId, "here");
    String last = "it is in use";
    boolean asked = false;
    for (int i = 0; i < 50; i++) {
      if (behind(name).filter(path::equals).isEmpty()) {
        return Optional.empty();
      }
      // asked once it detaches itself when no program has it open; then its name may be another's
      if (!asked) {
        try {
          Outcome outcome =
              Uninterrupted.run(host, Command.of(LIMIT, "losetup", "-d", "/dev/" + name));
          asked = outcome.ok();
          last = asked ? "it is in use" : outcome.lastWords();
        } catch (CoreboundException e) {
          return Optional.of(stays(name, e.getMessage()));
        }
      }
      // a program that looks at new devices, such as udev, closes it in a moment
      Uninterrupted.pause(Duration.ofMillis(i == 0 ? 1 : 100));
    }
    return behind(name).filter(path::equals).isEmpty()
        ? Optional.empty()
        : Optional.of(stays(name, last));
  }

  private String stays(String name, String reason) {
    return "loop device %1$s of %2$s could not be detached: %3$s; detach it with: losetup -d /dev/%1$s"
        .formatted(name, path, reason);
  }

  @Override
  public String removed() {
    return "detached the loop device of " + path;
  }
}
