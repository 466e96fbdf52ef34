package io.corebound.microbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A directory for local files that holds 1 MiB, and what is refused there. */
public final class SmallTmpfs {
  private static final String REFUSED = "refused: ";
  private static final String LEFT = "left: ";

  private SmallTmpfs() {}

  /** What does not fit. */
  @FunctionalInterface
  public interface Attempt {
    /** Attempts it. */
    void run(LocalDirectory directory) throws Exception;
  }

  /**
   * What a JVM said whose main class calls {@link #attempt}.
   *
   * @param refusal its message, empty when nothing was refused
   * @param left names of what lies in the directory afterwards
   */
  public record Outcome(String refusal, List<String> left) {}

  /** Runs a main class, to which the directory is given as its only argument. */
  public static Outcome of(Class<?> main, Path directory) throws Exception {
    assumeTrue(
        new ProcessBuilder("unshare", "--mount", "true").start().waitFor() == 0,
        "mounts are root's");
    ProcessBuilder builder = ChildJvm.of(main, directory.toString());
    // of this process alone: nobody else sees that mount, and it ends with it
    List<String> small =
        List.of(
            "unshare",
            "--mount",
            "sh",
            "-c",
            "mount -t tmpfs -o size=1m tmpfs \"$0\" && exec \"$@\"",
            directory.toString());
    builder.command().addAll(0, small);
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return new Outcome(String.join("", behind(REFUSED, output)), behind(LEFT, output));
  }

  private static List<String> behind(String word, String output) {
    return output
        .lines()
        .filter(line -> line.startsWith(word))
        .map(line -> line.substring(word.length()))
        .toList();
  }

  /** Attempts something in the directory, and prints why it was refused and what lies there. */
  public static void attempt(String path, Attempt attempt) throws Exception {
    System.setProperty(LocalDirectory.PROPERTY, path);
    try {
      attempt.run(LocalDirectory.open());
    } catch (OneLineException e) {
      System.out.println(REFUSED + e.getMessage());
    }
    for (String name : names(Path.of(path))) {
      System.out.println(LEFT + name);
    }
  }

  private static List<String> names(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}
