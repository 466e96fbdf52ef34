package io.corebound.hosts.ledger;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Controllers that the run has made a group of version 2 hand to its children, where the group is
 * not the run's (the kernel's cgroup-v2.rst, {@code cgroup.subtree_control}).
 */
record DelegatedControllers(Path path, List<KernelSetting> settings) implements Creation {
  private static final String FILE = "cgroup.subtree_control";

  /** Copies the settings. */
  DelegatedControllers {
    settings = settings == null ? List.of() : List.copyOf(settings);
  }

  /** Of some controllers those that a group does not hand down yet. */
  static DelegatedControllers missing(Path group, List<String> controllers) {
    Path file = group.resolve(FILE);
    List<String> there = ControlGroups.words(file);
    return new DelegatedControllers(
        group,
        controllers.stream()
            .filter(c -> !there.contains(c))
            .map(c -> new KernelSetting(file.toString(), null, "-" + c, "+" + c))
            .toList());
  }

  @Override
  public Kind kind() {
    return Kind.CONTROLLERS;
  }

  @Override
  public boolean there() {
    List<String> words = ControlGroups.words(path.resolve(FILE));
    return settings.stream().anyMatch(s -> words.contains(s.set().substring(1)));
  }

  @Override
  public Optional<String> remove(String runId) {
    return there()
        ? settings.stream().flatMap(s -> s.restore().stream()).reduce((a, b) -> a + "; " + b)
        : Optional.empty();
  }

  @Override
  public String removed() {
    return "set back the controllers of " + path;
  }
}
