package io.corebound.hosts.ledger;

import io.corebound.hosts.process.ProcessTable;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.CoreboundException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/**
 * A line of a ledger's file. Its keys are those of every version: a ledger that another version
 * left must be readable.
 *
 * @param startTicks when that process started (field 22 of {@code /proc/<pid>/stat})
 */
record LedgerLine(
    String run,
    long pid,
    long startTicks,
    Creation.Kind kind,
    String path,
    String image,
    List<KernelSetting> settings,
    HadoopCommands cluster,
    String createdAt) {

  private static final List<String> KEYS =
      List.of(
          "run",
          "pid",
          "start_ticks",
          "kind",
          "path",
          "image",
          "settings",
          "cluster",
          "created_at");

  static LedgerLine ofProcesses(String run) {
    return of(run, Creation.Kind.PROCESSES, null, null, List.of(), null);
  }

  static LedgerLine of(String run, Creation.Kind kind, Creation made) {
    String image = made.image() == null ? null : made.image().toString();
    return of(run, kind, made.path().toString(), image, made.settings(), made.commands());
  }

  private static LedgerLine of(
      String run,
      Creation.Kind kind,
      String path,
      String image,
      List<KernelSetting> settings,
      HadoopCommands cluster) {
    long pid = ProcessHandle.current().pid();
    long start = ProcessTable.of(pid).map(ProcessTable.Row::startTicks).orElse(0L);
    List<KernelSetting> changed = settings.isEmpty() ? null : settings;
    String now = Instant.now().toString();
    return new LedgerLine(run, pid, start, kind, path, image, changed, cluster, now);
  }

  /** Empty when the text is not a line of a ledger. */
  static Optional<LedgerLine> parse(String text) {
    try {
      // a newer version may write more, and what it made is taken away all the same
      ObjectNode known = ((ObjectNode) StructuredFiles.parseJson(text)).retain(KEYS);
      LedgerLine line = StructuredFiles.fromTree(known, LedgerLine.class, Path.of("ledger"));
      return Optional.of(line).filter(l -> l.kind != null && l.run != null);
    } catch (JacksonException | CoreboundException | ClassCastException e) {
      return Optional.empty();
    }
  }

  String text() {
    return StructuredFiles.toTree(this) + "\n";
  }
}
