package io.corebound.hosts.ledger;

import io.corebound.hosts.process.Ending;
import io.corebound.hosts.process.ProcessTable;
import io.corebound.hosts.process.Uninterrupted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A control group of a run, empty but for what the run started in it. */
public record MadeGroup(Path path) implements Creation {
  private static final Duration GRACE = Duration.ofSeconds(2);

  @Override
  public Kind kind() {
    return Kind.GROUP;
  }

  @Override
  public boolean there() {
    return Files.isDirectory(path);
  }

  @Override
  public Optional<String> remove(String runId) {
    if (!there()) {
      return Optional.empty();
    }
    Ending.end(this::members, GRACE);
    String last = "";
    for (int i = 0; i < 20 && there(); i++) {
      try {
        // rmdir(2) alone: the files in it are the kernel's
        Files.deleteIfExists(path);
      } catch (IOException e) {
        last = String.valueOf(e.getMessage());
        // what was being started has come in meanwhile
        Ending.end(this::members, Duration.ZERO);
        Uninterrupted.pause(Duration.ofMillis(100));
      }
    }
    return there()
        ? Optional.of(
            "control group %1$s could not be deleted: %2$s; end what is in it, then: rmdir %1$s"
                .formatted(path, last))
        : Optional.empty();
  }

  /** What runs in it, the calling process and its ancestors apart. */
  private List<ProcessTable.Row> members() {
    Set<Long> spared = ProcessTable.ownLine();
    Set<Long> ids =
        ControlGroups.words(path.resolve("cgroup.procs")).stream()
            .filter(word -> !word.isEmpty())
            .map(Long::valueOf)
            .collect(Collectors.toSet());
    return ids.stream()
        .filter(id -> !spared.contains(id))
        .flatMap(id -> ProcessTable.of(id).stream())
        .filter(ProcessTable.Row::alive)
        .toList();
  }

  @Override
  public String removed() {
    return "deleted control group " + path;
  }
}
