package io.corebound.analysis.report.job;

import static io.corebound.analysis.report.job.VerdictSection.SAY;

import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Block.Cell;
import io.corebound.analysis.page.Block.Fact;
import io.corebound.analysis.page.Block.Notice;
import io.corebound.analysis.page.Block.Row;
import io.corebound.analysis.page.Figures;
import io.corebound.analysis.page.Words;
import io.corebound.analysis.report.cell.MeasuredJob;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.Environment;
import io.corebound.records.run.RunContents;
import io.corebound.records.run.RunManifest;
import io.corebound.records.run.State;
import io.corebound.records.units.DataSize;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

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
    return doubts.isEmpty()
        ? good("Nothing was found that makes measurements on this machine doubtful.")
        : new Notice("warning", "What makes these figures doubtful:", doubts);
  }

  private static Notice good(String text) {
    return new Notice("good", text, List.of());
  }

  public static List<Block> blocks(RunContents contents) {
    List<Block> blocks = new ArrayList<>();
    if (contents.environment().isEmpty()) {
      blocks.add(SAY.missing("noEnvironment", "why", contents.why()));
    } else {
      Environment first = contents.environment().get();
      blocks.add(block(facts(first)));
      contents.resumed().forEach((session, later) -> blocks.add(changes(session, first, later)));
    }
    RunManifest manifest = contents.manifest();
    blocks.add(run(manifest));
    blocks.add(
        table(
            "stages",
            "stages",
            "",
            manifest.stages(),
            s ->
                Row.of(
                    s.name(),
                    state(s.state()),
                    seconds(manifest.startedAt(), s.startedAt()),
                    seconds(s.startedAt(), s.endedAt()),
                    s.reason()),
            "No stage of the run began."));
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
            List.of(new Block.Code(StructuredFiles.toYaml(manifest.configuration())))));
    blocks.add(rawFiles(contents));
    return blocks;
  }

  /** A table of a row a thing, or a sentence where there is none. */
  private static <T> Block table(
      String block, String id, String of, Collection<T> things, Function<T, Row> row, String none) {
    return things.isEmpty()
        ? Notice.missing(none)
        : SAY.table(block, id, things.stream().map(row).toList(), "of", of);
  }

  /** What a session that went on with the run found otherwise than the first. */
  private static Block changes(String session, Environment before, Environment later) {
    Map<String, String> was = facts(before);
    Map<String, String> is = facts(later);
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
    return changes.isEmpty()
        ? good("Session %s found the same machine.".formatted(session))
        : new Notice("warning", "Session %s found otherwise:".formatted(session), changes);
  }

  private static Block block(Map<String, String> facts) {
    return new Block.Facts(
        facts.entrySet().stream().map(f -> new Fact(f.getKey(), f.getValue())).toList());
  }

  private static Map<String, String> facts(Environment e) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("CPU", e.cpuModel());
    facts.put("Cores", SAY.say("coresOf", "e", e));
    facts.put("Clock", e.maxFrequencyMhz() > 0 ? e.maxFrequencyMhz() + " MHz" : "not known");
    facts.put("Caches", joined(e.caches()));
    String limit = e.memoryLimit() == null ? "" : ", limited to " + Figures.size(e.memoryLimit());
    facts.put("Memory", Figures.size(e.memory()) + limit);
    facts.put("Kernel", e.kernel());
    facts.put("System", e.operatingSystem());
    facts.put("Clock source", e.clockSource());
    facts.put("Virtualization", e.virtualization());
    facts.put("File systems", joined(e.fileSystems()));
    facts.put("JDK", e.jdk());
    facts.put("Hadoop", e.hadoop());
    facts.put("Native libraries", joined(e.nativeLibraries()));
    facts.put("Tools", joined(e.tools()));
    facts.values().removeIf(v -> v == null || v.isBlank());
    return facts;
  }

  private static String joined(Map<String, ?> values) {
    List<String> words = new ArrayList<>();
    new TreeMap<String, Object>(values == null ? Map.of() : values)
        .forEach(
            (n, v) -> words.add(n + " " + (v instanceof DataSize size ? Figures.size(size) : v)));
    return String.join(", ", words);
  }

  private static Block run(RunManifest manifest) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("Command", String.join(" ", manifest.commandLine()));
    facts.put("corebound", manifest.coreboundVersion() + ", commit " + manifest.commit());
    facts.put("Started", Figures.moment(manifest.startedAt()));
    String after = seconds(manifest.startedAt(), manifest.endedAt());
    String ended = "%s, after %s s".formatted(Figures.moment(manifest.endedAt()), after);
    facts.put("Ended", manifest.endedAt() == null ? "not yet" : ended);
    return block(facts);
  }

  private static String seconds(Instant from, Instant to) {
    return from == null || to == null
        ? Figures.NONE
        : Figures.number(Duration.between(from, to).toMillis() / 1e3);
  }

  private static Cell state(State state) {
    return Cell.toned(
        state.name(), state == State.OK ? "good" : state == State.FAILED ? "bad" : "");
  }

  private static List<Block> cell(CellResult cell, String of) {
    List<Block> blocks = new ArrayList<>();
    String id = "-" + Integer.toHexString(cell.cell().hashCode());
    blocks.add(
        SAY.table(
            "jobs",
            "jobs" + id,
            cell.stages().stream().map(EnvironmentSection::job).toList(),
            "of",
            of));
    blocks.add(
        table(
            "checks",
            "checks" + id,
            of,
            cell.checks(),
            c ->
                Row.of(
                    c.name(),
                    c.passed() ? Cell.toned("yes", "good") : Cell.toned("NO", "bad"),
                    c.detail()),
            "The result was not checked%s.".formatted(of)));
    if (!cell.tasks().isEmpty()) {
      List<String> types = cell.tasks().stream().map(CellResult.Task::type).distinct().toList();
      List<Row> rows = types.stream().map(type -> tasks(cell, type)).toList();
      blocks.add(SAY.table("tasks", "tasks" + id, rows, "of", of));
    }
    blocks.add(collectors(cell, of));
    blocks.add(map("Hadoop's settings that corebound chose" + of, cell.configuration(), "Setting"));
    blocks.add(map("Hadoop's counters of the measured job" + of, cell.counters(), "Counter"));
    return blocks;
  }

  private static Row job(CellResult.Job j) {
    double clientS = j.clientEndS() - j.clientStartS();
    return Row.of(
        Words.workload(j.name()),
        state(j.state()),
        Cell.code(j.jobId()),
        j.elapsedS() > 0 ? j.elapsedS() : Double.NaN,
        clientS > 0 ? clientS : Double.NaN,
        j.reason());
  }

  private static Row tasks(CellResult cell, String type) {
    List<CellResult.Task> tasks = cell.tasks().stream().filter(t -> t.type().equals(type)).toList();
    double[] elapsed = tasks.stream().mapToDouble(t -> t.finishS() - t.startS()).sorted().toArray();
    return Row.of(
        type.toLowerCase(Locale.ROOT),
        tasks.size(),
        tasks.stream().filter(t -> !t.state().equals("SUCCEEDED")).count(),
        elapsed[0],
        elapsed[elapsed.length / 2],
        elapsed[elapsed.length - 1],
        new MeasuredJob(cell, null).taskCoreS(type));
  }

  private static Block collectors(CellResult cell, String of) {
    return table(
        "collectors",
        "collectors-" + Integer.toHexString(cell.cell().hashCode()),
        of,
        cell.collectors(),
        c ->
            Row.of(
                c.name(),
                c.host(),
                state(c.state()),
                c.samples(),
                c.notUnderstood(),
                c.reason().isBlank() ? String.join(" ⏎ ", c.examples()) : c.reason(),
                c.raw().isBlank() ? "" : Cell.file("raw", c.raw())),
        "No collector reported%s.".formatted(of));
  }

  private static Block map(String title, Map<String, ?> values, String key) {
    if (values.isEmpty()) {
      return Notice.missing(title + " were not recorded.");
    }
    List<Row> rows = new ArrayList<>();
    new TreeMap<>(values).forEach((n, v) -> rows.add(Row.of(Cell.code(n), String.valueOf(v))));
    return new Block.Details(
        "%s (%s)".formatted(title, values.size()), List.of(SAY.table("map", "", rows, "key", key)));
  }

  private static Block rawFiles(RunContents contents) {
    if (contents.rawFiles().isEmpty()) {
      return Notice.missing("This run has no raw output of any tool.");
    }
    List<Row> rows = new ArrayList<>();
    contents
        .rawFiles()
        .forEach((f, size) -> rows.add(Row.of(Cell.file(f, f), new DataSize(size).display())));
    return new Block.Details(
        "Raw output of every tool (%s)".formatted(Words.count(rows.size(), "file")),
        List.of(SAY.table("rawFiles", "raw-files", rows)));
  }
}
