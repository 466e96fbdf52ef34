package io.corebound.collectors.probe;

import io.corebound.records.format.AtomicFiles;
import io.corebound.records.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What the tools of probes printed, in the run's raw folder. */
public final class ProbeOutput {
  private static final String ERRORS = ".err";

  private ProbeOutput() {}

  /** Keeps what a tool printed; its standard error beside it, where there is any. */
  static void write(Path raw, String out, String err) {
    AtomicFiles.write(raw, out);
    if (!err.isBlank()) {
      AtomicFiles.write(raw.resolveSibling(raw.getFileName() + ERRORS), err);
    }
  }

  /**
   * What tools said on their standard error though they succeeded, in a sentence: a probe is judged
   * by how its tool ended and by what it measured.
   *
   * @return empty where they said nothing
   */
  public static Optional<String> note(RunDirectory run) {
    Path folder = run.rawFolder().resolve("probe");
    List<String> said = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(f -> f.toString().endsWith(ERRORS)).sorted().toList()) {
        Files.readString(file)
            .lines()
            .filter(line -> !line.isBlank())
            .forEach(line -> said.add("%s: %s".formatted(file.getFileName(), line.strip())));
      }
    } catch (IOException e) {
      return Optional.of("%s: cannot be checked: %s".formatted(folder, e));
    }
    return said.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "the probes succeeded, but their tools wrote to standard error (%s in all, in %s): %s"
                .formatted(said.size(), folder, said.get(0)));
  }
}
