package io.corebound.hosts.ledger;

import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.ProcessTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What the ledger of a run says, and how that is removed. */
record LeftRun(Path file, String run, long pid, long startTicks, Set<Creation> made) {
  private static final Duration GRACE = Duration.ofSeconds(5);

  /** Empty when the file no longer exists or cannot be read; then a sentence says why. */
  static Optional<LeftRun> read(Path file, List<String> said) {
    try {
      List<String> lines = Files.readAllLines(file);
      LeftRun left = null;
      for (int i = 0; i < lines.size(); i++) {
        Optional<LedgerLine> line = LedgerLine.parse(lines.get(i));
        if (line.isEmpty() && i == lines.size() - 1 && left != null) {
          // cut off while it was written, so that what it announces was never made
          break;
        }
        LedgerLine entry = line.orElseThrow(() -> new IOException("not the line of a ledger"));
        if (left == null) {
          left =
              new LeftRun(
                  file, entry.run(), entry.pid(), entry.startTicks(), new LinkedHashSet<>());
        }
        left.note(entry);
      }
      if (left == null) {
        throw new IOException("it is empty");
      }
      return Optional.of(left);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      said.add(
          "%s: cannot be read: %s; check what it lists, then delete it"
              .formatted(file, e.getMessage()));
      return Optional.empty();
    }
  }

  private void note(LedgerLine line) {
    if (line.kind() == Creation.Kind.KEPT) {
      made.remove(line.kind().creation.apply(line));
    } else if (line.kind() != Creation.Kind.PROCESSES) {
      made.add(line.kind().creation.apply(line));
    }
  }

  boolean ownerLives() {
    return ProcessTable.of(pid)
        .filter(row -> row.alive() && row.startTicks() == startTicks)
        .isPresent();
  }

  boolean isOthers() {
    return pid != ProcessHandle.current().pid();
  }

  String underWay() {
    return "another corebound run %s (pid %s) is active".formatted(run, pid);
  }

  /** Forgets what the run left on a cluster that no longer exists. */
  void forgetClusters(List<String> said) {
    made.stream()
        .filter(ClusterLeftovers.class::isInstance)
        .map(
            m ->
                "%s of the cluster of %s stays, and is forgotten"
                    .formatted(m.path(), m.commands().where()))
        .forEach(said::add);
    made.removeIf(ClusterLeftovers.class::isInstance);
  }

  /** Ends its processes, removes what it made, then its ledger. */
  void cleanUp(List<String> said) {
    int processes = LocalHost.marked(run).size();
    List<String> problems = new ArrayList<>(LocalHost.stopMarked(run, GRACE));
    if (processes > problems.size()) {
      said.add(
          "ended %s processes that run %s had left".formatted(processes - problems.size(), run));
    }
    for (Creation creation : inOrder(made)) {
      boolean there = creation.there();
      Optional<String> problem = creation.remove(run);
      problem.ifPresent(problems::add);
      if (there && problem.isEmpty()) {
        said.add("%s that run %s had left".formatted(creation.removed(), run));
      }
    }
    said.addAll(problems);
    if (problems.isEmpty()) {
      try {
        Files.deleteIfExists(file);
      } catch (IOException e) {
        said.add("cannot delete %s: %s; delete it by hand".formatted(file, e));
      }
    }
  }

  /** The order in which things are removed; of one kind, what was made last goes first. */
  static List<Creation> inOrder(Set<Creation> made) {
    List<Creation> order = new ArrayList<>(made);
    Collections.reverse(order);
    order.sort(Comparator.comparing(Creation::kind));
    return order;
  }
}
