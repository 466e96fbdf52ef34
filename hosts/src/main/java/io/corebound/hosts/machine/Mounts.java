package io.corebound.hosts.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is mounted on this machine, by {@code /proc/self/mountinfo} (proc(5)). */
public final class Mounts {
  private static final Path FILE = Path.of("/proc/self/mountinfo");
  private static final Pattern OCTAL = Pattern.compile("\\\\([0-7]{3})");

  /**
   * One mount.
   *
   * @param device number of its device, such as {@code 7:3}; a file system of several has another
   * @param root the folder of the file system that is mounted
   * @param source what was mounted, such as {@code /dev/loop3}; of several devices one
   */
  public record Mount(
      String device, Path root, Path point, String type, String source, String options) {}

  private Mounts() {}

  /** All mounts, in the order in which they were made. */
  public static List<Mount> all() {
    try {
      // bytes that are not text of this locale are not a mount of ours
      return parse(Files.readString(FILE, StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + FILE + ": " + e.getMessage(), e);
    }
  }

  public static List<Mount> parse(String text) {
    List<Mount> mounts = new ArrayList<>();
    for (String line : text.lines().toList()) {
      String[] fields = line.split(" ", -1);
      // optional fields end with a single hyphen
      int hyphen = 6;
      while (!fields[hyphen].equals("-")) {
        hyphen++;
      }
      Optional<Path> root = path(fields[3]);
      Optional<Path> point = path(fields[4]);
      if (root.isPresent() && point.isPresent()) {
        mounts.add(
            new Mount(
                fields[2],
                root.get(),
                point.get(),
                fields[hyphen + 1],
                plain(fields[hyphen + 2]),
                fields[hyphen + 3]));
      }
    }
    return mounts;
  }

  /** Empty for a name that this JVM cannot have: none that corebound has made. */
  private static Optional<Path> path(String field) {
    try {
      byte[] bytes = plain(field).getBytes(StandardCharsets.ISO_8859_1);
      return Optional.of(Path.of(new String(bytes, StandardCharsets.UTF_8)));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /** What is mounted at a point; of several the last, which hides the others. */
  public static Optional<Mount> at(Path point) {
    return all().stream().filter(m -> m.point().equals(point)).reduce((a, b) -> b);
  }

  /** Where a device is mounted. */
  public static List<Path> of(String device) {
    return all().stream().filter(m -> m.device().equals(device)).map(Mount::point).toList();
  }

  /** What is mounted in a folder or on it. */
  public static List<Path> below(Path folder) {
    return all().stream().map(Mount::point).filter(p -> p.startsWith(folder)).toList();
  }

  /** Blanks, tabs, line ends and backslashes are written in octal. */
  private static String plain(String field) {
    Matcher matcher = OCTAL.matcher(field);
    return matcher.replaceAll(
        m -> Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(m.group(1), 8))));
  }
}
