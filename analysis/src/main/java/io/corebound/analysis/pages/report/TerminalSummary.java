package io.corebound.analysis.pages.report;

import static io.corebound.analysis.pages.report.Headline.SAY;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.TextReport;
import io.corebound.analysis.pages.report.cell.CellSummary;
import io.corebound.analysis.pages.report.cell.CommandVerdict;
import io.corebound.analysis.pages.report.engine.EngineSection;
import io.corebound.analysis.pages.report.engine.EngineSweep;
import io.corebound.analysis.pages.report.sweep.Sweep;
import io.corebound.analysis.study.bound.BoundSeconds;
import io.corebound.records.run.RunManifest;
import io.corebound.records.run.State;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The answer, its table and what makes it doubtful; the rest is in the report. */
public final class TerminalSummary {
  private static final int MOST = 10;
  private static final int MOST_ALARMS = 3;

  /** The command of the main job. */
  private static final String RUN = "run";

  private TerminalSummary() {}

  /**
   * Lays the summary out, lines of at most {@value TextReport#WIDTH} characters but for paths and
   * reasons.
   */
  public static String render(ReportModel model, Path reportHtml) {
    return render(model, reportHtml, TextReport.WIDTH);
  }

  /** The same in lines of so many characters. */
  public static String render(ReportModel model, Path reportHtml, int width) {
    List<String> lines = new ArrayList<>();
    lines.add(model.headline());
    for (Block.Notice alarm : firstOf(model.alarms())) {
      String text = alarm.text() + " " + String.join("; ", firstOf(alarm.items()));
      lines.addAll(TextReport.wrapped("  ! ", text, width));
    }
    int left = model.alarms().size() - MOST_ALARMS;
    if (left > 0) {
      lines.add("  ! and %s more in the report".formatted(left));
    }
    List<Block> blocks = new ArrayList<>();
    model.micro().ifPresent(micro -> blocks.addAll(micro.inShort()));
    model.probed().ifPresent(probed -> blocks.addAll(probed.text()));
    model.sweep().ifPresent(sweep -> blocks.addAll(sweep(sweep)));
    for (CellSummary cell : model.sweep().isPresent() ? List.<CellSummary>of() : model.cells()) {
      blocks.addAll(cell.command().map(TerminalSummary::command).orElseGet(() -> cell(cell)));
    }
    if (model.manifest().state() != State.OK || blocks.isEmpty()) {
      blocks.add(new Block.Paragraph("The report says why the rest was not measured."));
    }
    for (Block block : blocks) {
      boolean table = block instanceof Block.Table t && t.title().isEmpty();
      if (table) {
        lines.add("");
      }
      lines.addAll(TextReport.lines(List.of(block), width));
      if (table) {
        lines.add("");
      }
    }
    if (!lines.get(lines.size() - 1).isEmpty()) {
      lines.add("");
    }
    lines.add("Report: " + reportHtml);
    RunManifest manifest = model.manifest();
    if (manifest.state() == State.OK && manifest.command().equals(RUN)) {
      lines.add(SAY.say("next", "run", reportHtml.getParent()));
    }
    return String.join("\n", lines) + "\n";
  }

  private static <T> List<T> firstOf(List<T> all) {
    return all.subList(0, Math.min(MOST_ALARMS, all.size()));
  }

  private static List<Block> command(CommandVerdict command) {
    List<Block> blocks = new ArrayList<>();
    Consumer<String> add = text -> blocks.add(new Block.Paragraph(text));
    if (!command.hosts().isEmpty()) {
      BoundSeconds own = command.hosts().get(0);
      String on = command.others().isEmpty() ? "" : " on " + own.host();
      blocks.add(SAY.tableOf("command: host, on", "", own.secondsByBound().entrySet(), own, on));
    }
    command.longestInWords().ifPresent(add);
    if (command.started()) {
      command.others().stream()
          .limit(MOST)
          .forEach(host -> add.accept(host.host() + ": " + CommandVerdict.inShort(host)));
      if (command.others().size() > MOST) {
        add.accept("%s more hosts are in the report.".formatted(command.others().size() - MOST));
      }
    }
    add.accept(command.sentence());
    command.lacking().forEach(add);
    command.result().without().forEach(w -> add.accept("Measured without " + w));
    return blocks;
  }

  private static List<Block> sweep(Sweep sweep) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(EngineSweep.of(sweep).map(EngineSection::inShort).orElseGet(() -> cells(sweep)));
    Headline.leads(sweep).forEach(lead -> blocks.add(new Block.Paragraph(lead)));
    return blocks;
  }

  private static Block cells(Sweep sweep) {
    boolean variants = sweep.parts().stream().anyMatch(p -> !p.variant().isEmpty());
    return SAY.tableOf("sweep", "", sweep.combinations(), "variants", variants);
  }

  private static List<Block> cell(CellSummary cell) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(SAY.tableOf("cell: cell", "", cell.comparison().intervals(), cell));
    if (cell.verdicts().isEmpty()) {
      blocks.add(new Block.Paragraph("Not measured: " + cell.whyUnmeasured()));
    }
    Headline.answer(cell.jobInWords(), cell)
        .or(() -> Headline.help(cell))
        .map(Block.Paragraph::new)
        .ifPresent(blocks::add);
    return blocks;
  }
}
