package io.corebound.hosts.ledger;

import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * A value that a file of the kernel (cgroups(7), sysfs(5)) had before a run changed it, and the one
 * that the run gave it.
 *
 * @param key the first word of the value's line in a file of several, such as {@code 7:3}; null
 *     where the file is one value
 * @param set the value that the run gave it, as the kernel shows it then; null where setting
 *     another file changes this one
 */
public record KernelSetting(String file, String key, String before, String set) {
  private Path path() {
    return Path.of(file);
  }

  /**
   * What is to be set, and what there is now.
   *
   * @param none what a file of several lines means when it has none of that key
   */
  public static KernelSetting of(Path file, String key, String none, String set) {
    try {
      return new KernelSetting(file.toString(), key, value(file, key).orElse(none), set);
    } catch (IOException e) {
      throw CoreboundException.failed("cannot read %s: %s".formatted(file, e), e);
    }
  }

  /** Gives the file the new value. */
  public void apply() {
    try {
      if (set != null) {
        write(set);
      }
    } catch (IOException e) {
      throw CoreboundException.failed(
          "the kernel did not take '%s' in %s: %s".formatted(line(set), file, e.getMessage()), e);
    }
  }

  /** Whether the file shows the value that the run gave it, and not the one before. */
  boolean stands() {
    try {
      return set != null
          && !set.equals(before)
          && value(path(), key).filter(set::equals).isPresent();
    } catch (IOException e) {
      return false;
    }
  }

  /** Gives the file the value from before; a file that no longer exists needs none. */
  Optional<String> restore() {
    try {
      if (Files.exists(path())) {
        write(before);
      }
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(
          "%1$s still has the value of a run: %2$s; set it back with: echo '%3$s' >%1$s"
              .formatted(file, e.getMessage(), line(before)));
    }
  }

  private void write(String value) throws IOException {
    Files.write(path(), line(value).getBytes(StandardCharsets.UTF_8), StandardOpenOption.WRITE);
  }

  private String line(String value) {
    return key == null ? value : key + " " + value;
  }

  private static Optional<String> value(Path file, String key) throws IOException {
    String text = Files.readString(file).strip();
    return key == null
        ? Optional.of(text)
        : text.lines()
            .filter(line -> line.startsWith(key + " "))
            .map(line -> line.substring(key.length() + 1).strip())
            .findFirst();
  }
}
