package io.corebound.hosts.ledger;

import io.corebound.hosts.machine.Mounts;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Outcome;
import io.corebound.hosts.process.ToTheEnd;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A loop device (loop(4), losetup(8)) of a run, known by the file behind it. */
public record AttachedImage(Path path) implements Creation {
  private static final Path BLOCK = Path.of("/sys/block");
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final String DELETED = " (deleted)";

  /** Names, such as {@code loop3}, of the devices that have this file behind them. */
  public static List<String> devices(Path image) {
    List<String> names = new ArrayList<>();
    if (!Files.isDirectory(BLOCK)) {
      return names;
    }
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(BLOCK, "loop*")) {
      for (Path folder : folders) {
        String name = folder.getFileName().toString();
        if (behind(name).filter(image::equals).isPresent()) {
          names.add(name);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list " + BLOCK + ": " + e.getMessage(), e);
    }
    return names;
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
    if (!Files.isDirectory(BLOCK)) {
      return Optional.empty();
    }
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(BLOCK, "loop*")) {
      for (Path device : folders) {
        String name = device.getFileName().toString();
        Optional<Path> file = behind(name).filter(f -> f.startsWith(folder));
        if (file.isPresent()) {
          return Optional.of("loop device " + name + " uses " + file.get());
        }
      }
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list " + BLOCK + ": " + e.getMessage(), e);
    }
  }

  /** A block device's number, such as {@code 7:3}; empty when there is none of that name. */
  public static Optional<String> number(String name) {
    try {
      return Optional.of(Files.readString(BLOCK.resolve(name).resolve("dev")).strip());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  @Override
  public Ledger.Kind kind() {
    return Ledger.Kind.LOOP_DEVICE;
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
    boolean told = false;
    for (int i = 0; i < 50; i++) {
      if (behind(name).filter(path::equals).isEmpty()) {
        return Optional.empty();
      }
      // told once it detaches itself when nobody has it open; then its name may be another's
      if (!told) {
        try {
          Outcome outcome = ToTheEnd.run(host, Command.of(LIMIT, "losetup", "-d", "/dev/" + name));
          told = outcome.ok();
          last = told ? "it is in use" : outcome.lastWords();
        } catch (CoreboundException e) {
          return Optional.of(stays(name, e.getMessage()));
        }
      }
      // whoever looked at the new device, such as udev, lets it go in a moment
      ToTheEnd.pause(Duration.ofMillis(i == 0 ? 1 : 100));
    }
    return behind(name).filter(path::equals).isEmpty()
        ? Optional.empty()
        : Optional.of(stays(name, last));
  }

  private String stays(String name, String reason) {
    return "loop device "
        + name
        + " of "
        + path
        + " could not be detached: "
        + reason
        + "; detach it with: losetup -d /dev/"
        + name;
  }

  @Override
  public String removed() {
    return "detached the loop device of " + path;
  }
}
