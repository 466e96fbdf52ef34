package io.corebound.analysis.report.job;

import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Block.Cell;
import io.corebound.analysis.page.Block.Column;
import io.corebound.analysis.page.Block.Fact;
import io.corebound.analysis.page.Block.Row;
import io.corebound.analysis.page.Figures;
import io.corebound.analysis.page.Words;
import io.corebound.analysis.report.cell.MeasuredJob;
import io.corebound.analysis.report.cell.RunContents;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.Environment;
import io.corebound.records.run.RunManifest;
import io.corebound.records.run.State;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** What the machine is, how each stage went, what was checked, and where the raw output lies. */
public final class EnvironmentSection {
  private EnvironmentSection() {}

  /** What makes the figures doubtful, to be read with them. */
  public static Block doubts(RunContents contents) {
    if (contents.environment().isEmpty()) {
      return Block.Notice.missing(
          "What makes measurements on this machine doubtful was not noted: " + contents.why());
    }
    List<String> doubts = new ArrayList<>(contents.environment().get().doubts());
    contents
        .resumed()
        .forEach(
            (session, later) ->
                later.doubts().stream()
                    .filter(d -> !doubts.contains(d))
                    .forEach(d -> doubts.add("Since " + session + ": " + d)));
    return doubts.isEmpty()
        ? new Block.Notice(
            "good",
            "Nothing was found that makes measurements on this machine doubtful.",
            List.of())
        : new Block.Notice("warning", "What makes these figures doubtful:", doubts);
  }

  public static List<Block> blocks(RunContents contents) {
    List<Block> blocks = new ArrayList<>();
    contents
        .environment()
        .ifPresentOrElse(
            e -> {
              blocks.add(new Block.Facts(facts(e)));
              contents
                  .resumed()
                  .forEach((session, later) -> blocks.add(changes(session, e, later)));
            },
            () ->
                blocks.add(
                    Block.Notice.missing("The machine was not described: " + contents.why())));
    blocks.add(run(contents.manifest()));
    blocks.add(stages(contents.manifest()));
    boolean several = contents.cells().size() > 1;
    for (RunContents.Cell cell : contents.cells()) {
      if (cell.result().isPresent()) {
        CellResult result = cell.result().get();
        String of = several ? " · " + result.cell() : "";
        List<Block> ofCell =
            cell.command().isPresent() ? List.of(collectors(result, of)) : cell(result, of);
        blocks.addAll(
            several
                ? List.of(
                    new Block.Details(
                        "Jobs, checks, collectors, settings and counters" + of, ofCell))
                : ofCell);
      }
    }
    blocks.add(
        new Block.Details(
            "Configuration of the run, resolved in full",
            List.of(new Block.Code(StructuredFiles.toYaml(contents.manifest().configuration())))));
    blocks.add(rawFiles(contents));
    return blocks;
  }

  /** What a session that went on with the run found otherwise than the first. */
  private static Block changes(String session, Environment before, Environment later) {
    Map<String, String> was = byName(before);
    Map<String, String> is = byName(later);
    Set<String> names = new LinkedHashSet<>(was.keySet());
    names.addAll(is.keySet());
    List<String> changes =
        names.stream()
            .filter(n -> !Objects.equals(was.get(n), is.get(n)))
            .map(
                n ->
                    n
                        + ": "
                        + is.getOrDefault(n, "not known")
                        + "; before: "
                        + was.getOrDefault(n, "not known"))
            .toList();
    return changes.isEmpty()
        ? new Block.Notice("good", "Session " + session + " found the same machine.", List.of())
        : new Block.Notice("warning", "Session " + session + " found otherwise:", changes);
  }

  private static Map<String, String> byName(Environment e) {
    Map<String, String> values = new LinkedHashMap<>();
    facts(e).forEach(f -> values.put(f.name(), f.value()));
    return values;
  }

  private static List<Fact> facts(Environment e) {
    List<Fact> facts = new ArrayList<>();
    facts.add(new Fact("CPU", e.cpuModel()));
    facts.add(
        new Fact(
            "Cores",
            e.logicalCpus()
                + " logical, "
                + e.physicalCores()
                + " physical"
                + (e.smt() ? ", two logical a physical core" : "")
                + (e.cpuLimitCores() == null
                    ? ""
                    : ", limited to " + Figures.number(e.cpuLimitCores()))));
    facts.add(
        new Fact("Clock", e.maxFrequencyMhz() > 0 ? e.maxFrequencyMhz() + " MHz" : "not known"));
    facts.add(new Fact("Caches", joined(e.caches())));
    facts.add(
        new Fact(
            "Memory",
            Figures.size(e.memory())
                + (e.memoryLimit() == null
                    ? ""
                    : ", limited to " + Figures.size(e.memoryLimit()))));
    facts.add(new Fact("Kernel", e.kernel()));
    facts.add(new Fact("System", e.operatingSystem()));
    facts.add(new Fact("Clock source", e.clockSource()));
    facts.add(new Fact("Virtualization", e.virtualization()));
    facts.add(new Fact("File systems", joined(e.fileSystems())));
    facts.add(new Fact("JDK", e.jdk()));
    facts.add(new Fact("Hadoop", e.hadoop()));
    facts.add(new Fact("Native libraries", joined(e.nativeLibraries())));
    facts.add(new Fact("Tools", joined(e.tools())));
    return facts.stream().filter(f -> f.value() != null && !f.value().isBlank()).toList();
  }

  private static String joined(Map<String, ?> values) {
    return values == null
        ? ""
        : String.join(
            ", ",
            new TreeMap<>(values)
                .entrySet().stream()
                    .map(
                        e ->
                            e.getKey()
                                + " "
                                + (e.getValue() instanceof io.corebound.records.units.DataSize size
                                    ? Figures.size(size)
                                    : e.getValue()))
                    .toList());
  }

  private static Block run(RunManifest manifest) {
    return new Block.Facts(
        List.of(
            new Fact("Command", String.join(" ", manifest.commandLine())),
            new Fact("corebound", manifest.coreboundVersion() + ", commit " + manifest.commit()),
            new Fact("Started", Figures.moment(manifest.startedAt())),
            new Fact(
                "Ended",
                manifest.endedAt() == null
                    ? "not yet"
                    : Figures.moment(manifest.endedAt())
                        + ", after "
                        + seconds(manifest.startedAt(), manifest.endedAt())
                        + " s")));
  }

  private static String seconds(Instant from, Instant to) {
    return from == null || to == null
        ? Figures.NONE
        : Figures.number(Duration.between(from, to).toMillis() / 1e3);
  }

  private static Cell state(State state) {
    return Cell.toned(
        state.name(),
        switch (state) {
          case OK -> "good";
          case FAILED -> "bad";
          default -> "";
        });
  }

  private static Block stages(RunManifest manifest) {
    if (manifest.stages().isEmpty()) {
      return Block.Notice.missing("No stage of the run was begun.");
    }
    return new Block.Table(
        "stages",
        "Stages of the run",
        "",
        List.of(
            Column.text("Stage"),
            Column.text("State"),
            Column.number("Start", "s"),
            Column.number("Length", "s"),
            Column.text("Reason")),
        manifest.stages().stream()
            .map(
                s ->
                    Row.of(
                        Cell.text(s.name()),
                        state(s.state()),
                        Cell.text(seconds(manifest.startedAt(), s.startedAt())),
                        Cell.text(seconds(s.startedAt(), s.endedAt())),
                        Cell.text(s.reason())))
            .toList());
  }

  private static List<Block> cell(CellResult cell, String of) {
    List<Block> blocks = new ArrayList<>();
    String id = "-" + Integer.toHexString(cell.cell().hashCode());
    blocks.add(jobs(cell, id, of));
    blocks.add(
        cell.checks().isEmpty()
            ? Block.Notice.missing("Nothing was checked of the result" + of + ".")
            : checks(cell, id, of));
    if (!cell.tasks().isEmpty()) {
      blocks.add(tasks(cell, id, of));
    }
    blocks.add(collectors(cell, of));
    blocks.add(map("Hadoop's settings that corebound chose" + of, cell.configuration(), "Setting"));
    blocks.add(map("Hadoop's counters of the measured job" + of, cell.counters(), "Counter"));
    return blocks;
  }

  private static Block jobs(CellResult cell, String id, String of) {
    return new Block.Table(
        "jobs" + id,
        "Jobs" + of,
        "Elapsed is submission to finish by the job's history; the client's time is its process"
            + " from start to end, staging and sampling included.",
        List.of(
            Column.text("Job"),
            Column.text("State"),
            Column.text("Id"),
            Column.number("Elapsed", "s"),
            Column.number("Client", "s"),
            Column.text("Reason")),
        cell.stages().stream()
            .map(
                j ->
                    Row.of(
                        Cell.text(Words.workload(j.name())),
                        state(j.state()),
                        Cell.code(j.jobId()),
                        Cell.number(j.elapsedS() > 0 ? j.elapsedS() : Double.NaN),
                        Cell.number(
                            j.clientEndS() > j.clientStartS()
                                ? j.clientEndS() - j.clientStartS()
                                : Double.NaN),
                        Cell.text(j.reason())))
            .toList());
  }

  private static Block checks(CellResult cell, String id, String of) {
    return new Block.Table(
        "checks" + id,
        "Checks of the result" + of,
        "",
        List.of(Column.text("What must be so"), Column.text("Is it"), Column.text("Figures")),
        cell.checks().stream()
            .map(
                c ->
                    Row.of(
                        Cell.text(c.name()),
                        c.passed() ? Cell.toned("yes", "good") : Cell.toned("NO", "bad"),
                        Cell.text(c.detail())))
            .toList());
  }

  private static Block tasks(CellResult cell, String id, String of) {
    List<Row> rows = new ArrayList<>();
    for (String type : cell.tasks().stream().map(CellResult.Task::type).distinct().toList()) {
      List<CellResult.Task> tasks =
          cell.tasks().stream().filter(t -> t.type().equals(type)).toList();
      double[] elapsed = sorted(tasks, t -> t.finishS() - t.startS());
      rows.add(
          Row.of(
              Cell.text(type.toLowerCase(java.util.Locale.ROOT)),
              Cell.text(String.valueOf(tasks.size())),
              Cell.text(
                  String.valueOf(
                      tasks.stream().filter(t -> !t.state().equals("SUCCEEDED")).count())),
              Cell.number(elapsed[0]),
              Cell.number(elapsed[elapsed.length / 2]),
              Cell.number(elapsed[elapsed.length - 1]),
              Cell.number(new MeasuredJob(cell, null).taskCoreS(type))));
    }
    return new Block.Table(
        "tasks" + id,
        "Task attempts" + of,
        "By the job's history; CPU by Hadoop's counter CPU_MILLISECONDS.",
        List.of(
            Column.text("Type"),
            Column.number("Attempts", ""),
            Column.number("not succeeded", ""),
            Column.number("Shortest", "s"),
            Column.number("Median", "s"),
            Column.number("Longest", "s"),
            Column.number("CPU", "core-s")),
        rows);
  }

  private static double[] sorted(
      List<CellResult.Task> tasks, ToDoubleFunction<CellResult.Task> figure) {
    double[] figures = tasks.stream().mapToDouble(figure).toArray();
    Arrays.sort(figures);
    return figures;
  }

  private static Block collectors(CellResult cell, String of) {
    if (cell.collectors().isEmpty()) {
      return Block.Notice.missing("No collector reported" + of + ".");
    }
    return new Block.Table(
        "collectors-" + Integer.toHexString(cell.cell().hashCode()),
        "Collectors" + of,
        "A line of a tool's output that was not understood is counted and shown.",
        List.of(
            Column.text("Collector"),
            Column.text("Host"),
            Column.text("State"),
            Column.number("Samples", ""),
            Column.number("Lines not understood", ""),
            Column.text("Reason or examples"),
            Column.text("Raw")),
        cell.collectors().stream()
            .map(
                c ->
                    Row.of(
                        Cell.text(c.name()),
                        Cell.text(c.host()),
                        state(c.state()),
                        Cell.text(String.valueOf(c.samples())),
                        Cell.text(String.valueOf(c.notUnderstood())),
                        Cell.text(
                            c.reason().isBlank() ? String.join(" ⏎ ", c.examples()) : c.reason()),
                        c.raw().isBlank() ? Cell.text("") : Cell.file("raw", c.raw())))
            .toList());
  }

  private static Block map(String title, Map<String, ?> values, String key) {
    if (values.isEmpty()) {
      return Block.Notice.missing(title + " were not recorded.");
    }
    return new Block.Details(
        title + " (" + values.size() + ")",
        List.of(
            new Block.Table(
                "",
                "",
                "",
                List.of(Column.text(key), Column.number("Value", "")),
                new TreeMap<>(values)
                    .entrySet().stream()
                        .map(
                            e ->
                                Row.of(
                                    Cell.code(e.getKey()), Cell.text(String.valueOf(e.getValue()))))
                        .toList())));
  }

  private static Block rawFiles(RunContents contents) {
    if (contents.rawFiles().isEmpty()) {
      return Block.Notice.missing("There is no raw output of any tool in this run.");
    }
    return new Block.Details(
        "Raw output of every tool (" + Words.count(contents.rawFiles().size(), "file") + ")",
        List.of(
            new Block.Table(
                "raw-files",
                "",
                "",
                List.of(Column.text("File"), Column.number("Size", "")),
                contents.rawFiles().entrySet().stream()
                    .map(
                        f ->
                            Row.of(
                                Cell.file(f.getKey(), f.getKey()),
                                Cell.text(
                                    new io.corebound.records.units.DataSize(f.getValue())
                                        .display())))
                    .toList())));
  }
}
