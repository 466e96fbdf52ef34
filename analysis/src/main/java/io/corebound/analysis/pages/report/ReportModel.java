package io.corebound.analysis.pages.report;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Page;
import io.corebound.analysis.pages.page.Page.Section;
import io.corebound.analysis.pages.page.Page.Tile;
import io.corebound.analysis.pages.page.Sentences;
import io.corebound.analysis.pages.report.cell.CellSummary;
import io.corebound.analysis.pages.report.cell.Frozen;
import io.corebound.analysis.pages.report.engine.EngineSection;
import io.corebound.analysis.pages.report.engine.EngineSweep;
import io.corebound.analysis.pages.report.job.BreakdownSection;
import io.corebound.analysis.pages.report.job.CommandSection;
import io.corebound.analysis.pages.report.job.EnvironmentSection;
import io.corebound.analysis.pages.report.job.PredictionSection;
import io.corebound.analysis.pages.report.job.UsageSection;
import io.corebound.analysis.pages.report.job.VerdictSection;
import io.corebound.analysis.pages.report.micro.MeasuredOperations;
import io.corebound.analysis.pages.report.micro.MicroFindings;
import io.corebound.analysis.pages.report.micro.MicroSections;
import io.corebound.analysis.pages.report.sweep.AxisSection;
import io.corebound.analysis.pages.report.sweep.Combination;
import io.corebound.analysis.pages.report.sweep.Sweep;
import io.corebound.analysis.pages.report.sweep.SweepFigures;
import io.corebound.analysis.pages.report.sweep.SweepSection;
import io.corebound.analysis.pages.report.sweep.TierSection;
import io.corebound.analysis.pages.report.sweep.UnitsSection;
import io.corebound.records.run.RunContents;
import io.corebound.records.run.RunManifest;
import io.corebound.records.run.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Everything that a reader of the report sees, computed; renderers only lay it out.
 *
 * @param headline what bounds the job, or what went wrong, in a line
 * @param alarms what must be read before anything else: a failed run, a prediction that was changed
 * @param micro what a run of the suites alone came to; empty when it was to run a job
 * @param probed what a run of the probes alone came to; empty when it was to do more
 * @param unreadable files of the run that could not be read or do not exist, a sentence each
 * @param notFrozen predictions that are not what was frozen before their jobs, a sentence each
 */
public record ReportModel(
    RunManifest manifest,
    String headline,
    String lead,
    List<Block.Notice> alarms,
    List<Tile> tiles,
    List<CellSummary> cells,
    Optional<Sweep> sweep,
    Optional<MicroFindings> micro,
    Optional<BasePerformance> probed,
    List<Section> sections,
    List<String> unreadable,
    List<String> notFrozen) {
  private static final Sentences SAY = Headline.SAY;

  /** The commands that measure operations and run no job. */
  private static final Set<String> MICRO = Set.of("micro", "lever");

  /** The command that measures disk and network, and nothing else. */
  private static final String PROBE = "probe";

  /** Computes the report of what a run directory holds. */
  public static ReportModel of(RunContents contents) {
    List<CellSummary> cells =
        contents.cells().stream().map(cell -> CellSummary.of(contents, cell)).toList();
    MeasuredOperations operations = MeasuredOperations.of(contents.measurements());
    String command = contents.manifest().command();
    boolean suitesAlone = cells.isEmpty() && MICRO.contains(command);
    boolean probesAlone = cells.isEmpty() && command.equals(PROBE);
    Optional<BasePerformance> base = BasePerformance.of(contents.measurements());
    Optional<MicroFindings> micro =
        suitesAlone && !contents.measurements().isEmpty()
            ? Optional.of(MicroFindings.of(operations, contents))
            : Optional.empty();
    List<Section> sections = new ArrayList<>();
    if (cells.isEmpty() && !suitesAlone && !probesAlone) {
      Block none = SAY.missing("noJob", "why", contents.why());
      List<Block> blocks = List.of(none, EnvironmentSection.doubts(contents));
      sections.add(new Section("verdict", "What bounds the job", blocks));
    }
    sections.addAll(ofJobs(contents, cells));
    if (probesAlone || base.isPresent()) {
      List<Block> none = List.of(SAY.missing("notProbed", "why", contents.why()));
      List<Block> blocks = base.map(BasePerformance::blocks).orElse(none);
      sections.add(new Section("base", "Base performance · Figure 3", blocks));
    }
    if (!probesAlone) {
      sections.addAll(MicroSections.of(contents, operations, notShown(base.isPresent(), cells)));
    }
    List<Block> environment = new ArrayList<>();
    if (suitesAlone || probesAlone) {
      environment.add(EnvironmentSection.doubts(contents));
    }
    environment.addAll(EnvironmentSection.blocks(contents));
    sections.add(new Section("environment", "Environment, stages and checks", environment));
    return new ReportModel(
        contents.manifest(),
        probesAlone && base.isPresent() && contents.manifest().state() == State.OK
            ? base.get().headline()
            : Headline.headline(contents, cells, micro),
        Headline.lead(cells, micro),
        Headline.alarms(contents, cells),
        micro.map(MicroFindings::tiles).orElseGet(() -> Headline.tiles(cells)),
        cells,
        Sweep.of(cells),
        micro,
        probesAlone ? base : Optional.empty(),
        List.copyOf(sections),
        contents.unreadable(),
        cells.stream().flatMap(c -> Frozen.of(contents, c).alarm().stream()).toList());
  }

  /** Figures of the paper that are not of operations, of which the run has nothing. */
  private static List<String> notShown(boolean base, List<CellSummary> cells) {
    return SAY
        .parts("notShown: base, sweep, jobs", base, Sweep.of(cells).isPresent(), !cells.isEmpty())
        .stream()
        .filter(f -> !f.isEmpty())
        .toList();
  }

  private static List<Section> ofJobs(RunContents contents, List<CellSummary> cells) {
    Optional<Sweep> sweep = Sweep.of(cells);
    if (sweep.isPresent()) {
      return ofSweep(contents, sweep.get());
    }
    List<Section> sections = new ArrayList<>();
    for (CellSummary cell : cells) {
      String suffix = cells.size() == 1 ? "" : "-" + (cells.indexOf(cell) + 1);
      String of = cells.size() == 1 ? "" : " · " + cell.name();
      if (cell.command().isPresent()) {
        List<Block> blocks = CommandSection.blocks(contents, cell.command().get(), suffix);
        sections.add(new Section("verdict" + suffix, "What bounded the command" + of, blocks));
      } else {
        sections.addAll(ofJob(contents, cell, suffix, of));
      }
      sections.addAll(usage(cell, suffix, of));
    }
    return sections;
  }

  /** Cells side by side; then each combination's median repetition, closed until it is opened. */
  private static List<Section> ofSweep(RunContents contents, Sweep sweep) {
    List<Section> sections =
        EngineSweep.of(sweep)
            .map(engines -> EngineSection.of(contents, engines))
            .orElseGet(() -> ofParts(contents, sweep));
    List<Block> axes = AxisSection.tables(sweep, contents.manifest().configuration());
    if (!axes.isEmpty()) {
      sections.add(new Section("axes", "One setting at a time", axes));
    }
    sections.add(new Section("tiers", "The tiers", TierSection.blocks(sweep)));
    List<Block> each = new ArrayList<>();
    for (Combination combination : sweep.combinations()) {
      each.add(inFull(contents, combination, "-" + (each.size() + 1)));
    }
    sections.add(new Section("cells", "Each combination in full", each));
    return sections;
  }

  private static List<Section> ofParts(RunContents contents, Sweep sweep) {
    List<Section> sections = new ArrayList<>();
    for (Sweep part : sweep.parts()) {
      List<Block> blocks = new ArrayList<>(SweepSection.blocks(contents, part));
      if (sections.isEmpty()) {
        blocks.add(EnvironmentSection.doubts(contents));
      }
      sections.add(section(part, "sweep", "Storage and network · Figure 4", blocks));
      if (!part.measured().isEmpty()) {
        List<Block> cpu = new ArrayList<>(SweepFigures.cpu(part));
        cpu.add(SweepSection.cpu(part));
        sections.add(section(part, "sweep-cpu", "CPU over time · Figures 5 to 7", cpu));
        List<Block> io = SweepFigures.io(part);
        sections.add(section(part, "sweep-io", "Disk and network over time · Figure 8", io));
      }
    }
    List<Block> units = UnitsSection.blocks(sweep);
    if (!units.isEmpty()) {
      sections.add(0, new Section("units", "Units of a disk · Figures 1 and 2 of a scan", units));
    }
    return sections;
  }

  private static Section section(Sweep part, String id, String title, List<Block> blocks) {
    return new Section(part.id(id), part.title(title), blocks);
  }

  private static Block inFull(RunContents contents, Combination combination, String suffix) {
    CellSummary cell = combination.median().orElse(combination.cells().get(0));
    List<Block> blocks = new ArrayList<>();
    List<Section> chapters = new ArrayList<>(ofJob(contents, cell, suffix, ""));
    chapters.addAll(usage(cell, suffix, ""));
    for (Section chapter : chapters) {
      blocks.add(new Block.Heading(chapter.title()));
      blocks.addAll(chapter.blocks());
    }
    int repetitions = combination.cells().size();
    return new Block.Details(
        SAY.say(
            "inFull: name, repetition, repetitions, median",
            combination.name(),
            Sweep.repetition(cell),
            repetitions,
            combination.measured().size() > 1),
        blocks);
  }

  private static List<Section> usage(CellSummary cell, String suffix, String of) {
    UsageSection usage = new UsageSection(cell, suffix);
    return List.of(
        new Section("cpu" + suffix, "CPU over time" + of, usage.cpu()),
        new Section("io" + suffix, "Disk and network over time" + of, usage.io()));
  }

  private static List<Section> ofJob(
      RunContents contents, CellSummary cell, String suffix, String of) {
    List<Block> verdict = VerdictSection.blocks(contents, cell, suffix);
    List<Block> prediction = PredictionSection.blocks(contents, cell, suffix);
    List<Block> breakdown = BreakdownSection.blocks(cell, suffix);
    return List.of(
        new Section("verdict" + suffix, "What bounds the job" + of, verdict),
        new Section("prediction" + suffix, "Prediction beside measurement" + of, prediction),
        new Section("breakdown" + suffix, "Where the core-seconds go" + of, breakdown));
  }

  /** All of it as a page. */
  public Page page() {
    Page page = Page.of(manifest, manifest.runId(), headline, lead, sections);
    return page.with(b -> b.alarms(alarms).tiles(tiles));
  }
}
