package io.corebound.analysis.pages.report.job;

import static io.corebound.analysis.pages.report.job.VerdictSection.SAY;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Block.Notice;
import io.corebound.analysis.pages.page.Block.Row;
import io.corebound.analysis.pages.report.cell.MeasuredJob;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.history.Ending;
import io.corebound.records.history.TaskType;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.Environment;
import io.corebound.records.run.RunContents;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What the machine is, how each stage went, what was checked, and where the raw output lies. */
public final class EnvironmentSection {
  private EnvironmentSection() {}

  /** What makes the figures doubtful, to be read with them. */
  public static Block doubts(RunContents contents) {
    if (contents.environment().isEmpty()) {
      return SAY.missing("noDoubts", "why", contents.why());
    }
    List<String> doubts = new ArrayList<>(contents.environment().get().doubts());
    for (Map.Entry<String, Environment> later : contents.resumed().entrySet()) {
      later.getValue().doubts().stream()
          .filter(d -> !doubts.contains(d))
          .forEach(d -> doubts.add("Since %s: %s".formatted(later.getKey(), d)));
    }
    return warning(SAY.say("doubts", "nothing", doubts.isEmpty()), doubts);
  }

  private static Notice warning(String text, List<String> items) {
    return new Notice(items.isEmpty() ? "good" : "warning", text, items);
  }

  public static List<Block> blocks(RunContents contents) {
    List<Block> blocks = new ArrayList<>();
    if (contents.environment().isEmpty()) {
      blocks.add(SAY.missing("noEnvironment", "why", contents.why()));
    } else {
      Environment first = contents.environment().get();
      blocks.add(facts(first));
      contents.resumed().forEach((session, later) -> blocks.add(changes(session, first, later)));
    }
    blocks.add(SAY.facts("run", contents.manifest()));
    blocks.add(SAY.tableOf("stages", "stages", contents.manifest().stages(), contents.manifest()));
    boolean several = contents.cells().size() > 1;
    for (RunContents.Cell cell : contents.cells()) {
      if (cell.result().isPresent()) {
        CellResult result = cell.result().get();
        String of = several ? " · " + result.cell() : "";
        List<Block> ofCell =
            cell.command().isPresent() ? List.of(collectors(result, of)) : cell(result, of);
        if (several) {
          String title = "Jobs, checks, collectors, settings and counters" + of;
          blocks.add(new Block.Details(title, ofCell));
        } else {
          blocks.addAll(ofCell);
        }
      }
    }
    blocks.add(
        new Block.Details(
            "The run's whole configuration",
            List.of(new Block.Code(StructuredFiles.toYaml(contents.manifest().configuration())))));
    blocks.add(details("rawFiles", "raw-files", contents.rawFiles(), ""));
    return blocks;
  }

  private static Block.Facts facts(Environment environment) {
    return SAY.facts("environment", environment);
  }

  /** What a session that went on with the run found otherwise than the first. */
  private static Block changes(String session, Environment before, Environment later) {
    Map<String, String> was = new LinkedHashMap<>();
    Map<String, String> is = new LinkedHashMap<>();
    facts(before).facts().forEach(f -> was.put(f.name(), f.value()));
    facts(later).facts().forEach(f -> is.put(f.name(), f.value()));
    Set<String> names = new LinkedHashSet<>(was.keySet());
    names.addAll(is.keySet());
    List<String> changes = new ArrayList<>();
    for (String name : names) {
      String now = is.getOrDefault(name, "not known");
      String then = was.getOrDefault(name, "not known");
      if (!now.equals(then)) {
        changes.add("%s: %s; before: %s".formatted(name, now, then));
      }
    }
    return warning(SAY.say("session", "session", session, "same", changes.isEmpty()), changes);
  }

  private static List<Block> cell(CellResult cell, String of) {
    List<Block> blocks = new ArrayList<>();
    String id = "-" + Integer.toHexString(cell.cell().hashCode());
    blocks.add(SAY.tableOf("jobs", "jobs" + id, cell.stages(), "of", of));
    blocks.add(SAY.tableOf("checks", "checks" + id, cell.checks(), "of", of));
    if (!cell.tasks().isEmpty()) {
      List<Row> tasks =
          cell.tasks().stream()
              .map(CellResult.Task::type)
              .distinct()
              .map(type -> tasks(cell, type))
              .toList();
      blocks.add(SAY.table("tasks", "tasks" + id, tasks, "of", of));
    }
    blocks.add(collectors(cell, of));
    blocks.add(details("settings", "", cell.configuration(), of));
    blocks.add(details("counters", "", cell.counters(), of));
    return blocks;
  }

  private static Row tasks(CellResult cell, TaskType type) {
    List<CellResult.Task> tasks = cell.tasks().stream().filter(t -> t.type() == type).toList();
    double[] elapsed = tasks.stream().mapToDouble(t -> t.finishS() - t.startS()).sorted().toArray();
    return Row.of(
        type.word(),
        tasks.size(),
        tasks.stream().filter(t -> t.state() != Ending.SUCCEEDED).count(),
        elapsed[0],
        elapsed[elapsed.length / 2],
        elapsed[elapsed.length - 1],
        new MeasuredJob(cell, null).taskCoreS(type));
  }

  private static Block collectors(CellResult cell, String of) {
    String id = "collectors-" + Integer.toHexString(cell.cell().hashCode());
    return SAY.tableOf("collectors", id, cell.collectors(), "of", of);
  }

  /** A closed table of names and values, under the title of its block. */
  private static Block details(String block, String id, Map<String, ?> values, String of) {
    Block table = SAY.tableOf(block, id, new TreeMap<>(values).entrySet(), "of", of);
    String title = SAY.say(block + "Title", "of", of, "size", values.size());
    return values.isEmpty() ? table : new Block.Details(title, List.of(table));
  }
}
