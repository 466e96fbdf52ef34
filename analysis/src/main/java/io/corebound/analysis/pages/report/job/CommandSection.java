package io.corebound.analysis.pages.report.job;

import static io.corebound.analysis.pages.report.job.VerdictSection.SAY;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.report.cell.CommandVerdict;
import io.corebound.analysis.study.bound.BoundSeconds;
import io.corebound.analysis.study.bound.SecondRules;
import io.corebound.records.run.Bound;
import io.corebound.records.run.CommandResult;
import io.corebound.records.run.CommandResult.WatchedHost;
import io.corebound.records.run.RunContents;
import java.util.ArrayList;
import java.util.List;

/** What bounded a command, second by second, and how it ended. */
public final class CommandSection {
  private static final int LONGEST = 10;

  /** The most stretches that a page shows. */
  private static final int MOST_STRETCHES = 300;

  private CommandSection() {}

  public static List<Block> blocks(RunContents contents, CommandVerdict verdict, String suffix) {
    List<Block> blocks = new ArrayList<>();
    CommandResult result = verdict.result();
    if (!result.without().isEmpty()) {
      blocks.add(new Block.Notice("warning", "Measured without:", result.without()));
    }
    if (!verdict.started()) {
      blocks.add(SAY.missing("notStarted", "why", contents.why()));
    } else {
      if (!verdict.hosts().isEmpty()) {
        blocks.addAll(own(verdict, verdict.hosts().get(0), suffix));
      }
      if (!verdict.others().isEmpty()) {
        List<Bound> bounds = List.of(Bound.values());
        blocks.add(SAY.tableOf("hosts", "hosts" + suffix, verdict.hosts(), "bounds", bounds));
        List<Block> others =
            verdict.others().stream().map(h -> timeline(verdict, h, " on " + h.host())).toList();
        blocks.addAll(
            others.size() > HostBand.FEW_HOSTS
                ? List.of(new Block.Details("What bounded each second on each host", others))
                : others);
        blocks.add(SAY.tableOf("clocks", "clocks" + suffix, result.hosts()));
      }
      verdict.lacking().forEach(l -> blocks.add(new Block.Paragraph(l)));
      verdict.blind().ifPresent(b -> blocks.add(new Block.Paragraph(b)));
      blocks.add(new Block.Paragraph(SecondRules.IN_WORDS));
    }
    blocks.add(SAY.facts("command", "verdict", verdict));
    blocks.add(EnvironmentSection.doubts(contents));
    // this machine's are the environment's
    for (WatchedHost host : result.hosts().stream().skip(1).toList()) {
      if (!host.doubts().isEmpty()) {
        String text = "What makes the figures of %s doubtful:".formatted(host.name());
        blocks.add(new Block.Notice("warning", text, host.doubts()));
      }
    }
    return blocks;
  }

  /** The host that the command ran on. */
  private static List<Block> own(CommandVerdict verdict, BoundSeconds seconds, String id) {
    String on = verdict.others().isEmpty() ? "" : " on " + seconds.host();
    if (seconds.main() == Bound.UNKNOWN) {
      return List.of(SAY.missing("notKnown", "what", "the command" + on));
    }
    return List.of(
        timeline(verdict, seconds, on),
        SAY.tableOf(
            "shares: host, on", "bound" + id, seconds.secondsByBound().entrySet(), seconds, on),
        SAY.tableOf(
            "stretches: verdict, on", "stretches" + id, seconds.longest(LONGEST), verdict, on));
  }

  private static Block timeline(CommandVerdict verdict, BoundSeconds seconds, String on) {
    if (seconds.main() == Bound.UNKNOWN) {
      return SAY.missing("notKnown", "what", seconds.host());
    }
    List<BoundSeconds.Stretch> stretches = seconds.stretches();
    double least = seconds.lengthS() / 10;
    return new Block.Timeline(
        "What bounded each second%s, from the command's start to its end".formatted(on),
        (stretches.size() > MOST_STRETCHES ? slices(seconds) : stretches)
            .stream()
                .map(
                    s -> {
                      String bound = s.bound().word();
                      String name = s.lengthS() >= least ? bound : "";
                      return new Block.Stretch(name, bound, s.lengthS(), verdict.inWords(s));
                    })
                .toList());
  }

  /** Slices of equal length, each with what bounded the most of it. */
  private static List<BoundSeconds.Stretch> slices(BoundSeconds seconds) {
    List<BoundSeconds.Stretch> slices = new ArrayList<>();
    int all = seconds.seconds().size();
    for (int i = 0; i < MOST_STRETCHES; i++) {
      int from = (int) ((long) all * i / MOST_STRETCHES);
      int to = (int) ((long) all * (i + 1) / MOST_STRETCHES);
      BoundSeconds slice = new BoundSeconds(seconds.host(), seconds.seconds().subList(from, to));
      slices.add(
          new BoundSeconds.Stretch(
              slice.seconds().get(0).startS(),
              slice.lengthS(),
              slice.main(),
              slice.what(slice.main())));
    }
    return slices;
  }
}
