package io.corebound.hosts.ledger;

import io.corebound.hosts.process.LocalHost;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * A network namespace of a run.
 *
 * @param path its file below {@code /run/netns}
 */
public record MadeNamespace(Path path) implements Creation {
  private static final Duration GRACE = Duration.ofSeconds(2);

  private String name() {
    return path.getFileName().toString();
  }

  @Override
  public Ledger.Kind kind() {
    return Ledger.Kind.NAMESPACE;
  }

  @Override
  public boolean there() {
    return Files.exists(path);
  }

  @Override
  public Optional<String> remove(String runId) {
    return NetworkNamespace.delete(new LocalHost(runId, "here"), name(), GRACE);
  }

  @Override
  public String removed() {
    return "deleted network namespace " + name();
  }
}
