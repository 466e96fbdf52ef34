package io.corebound.analysis.report;

import io.corebound.analysis.bound.Bound;
import io.corebound.analysis.bound.BoundSeconds;
import io.corebound.analysis.bound.SecondRules;
import io.corebound.analysis.report.Block.Cell;
import io.corebound.analysis.report.Block.Column;
import io.corebound.analysis.report.Block.Fact;
import io.corebound.analysis.report.Block.Row;
import io.corebound.records.CommandResult;
import io.corebound.records.CommandResult.DeviceRate;
import io.corebound.records.CommandResult.WatchedHost;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What bounded a command, second by second, and how it ended. */
final class CommandSection {
  private static final int LONGEST = 10;

  /** More stretches than can be told apart on a page. */
  private static final int MOST_STRETCHES = 300;

  private CommandSection() {}

  static List<Block> blocks(RunContents contents, CommandVerdict verdict, String suffix) {
    List<Block> blocks = new ArrayList<>();
    CommandResult result = verdict.result();
    if (!result.without().isEmpty()) {
      blocks.add(new Block.Notice("warning", "Measured without:", result.without()));
    }
    if (!verdict.started()) {
      blocks.add(
          Block.Notice.missing(
              "The command was not started, so nothing can be said: " + ReportModel.why(contents)));
    } else {
      for (int i = 0; i < verdict.hosts().size(); i++) {
        String id = suffix + (verdict.hosts().size() == 1 ? "" : "-host" + (i + 1));
        blocks.addAll(host(verdict, result.hosts().get(i), verdict.hosts().get(i), id));
      }
      blocks.add(new Block.Paragraph(SecondRules.IN_WORDS));
    }
    blocks.add(facts(verdict));
    blocks.add(EnvironmentSection.doubts(contents));
    return blocks;
  }

  private static List<Block> host(
      CommandVerdict verdict, WatchedHost host, BoundSeconds seconds, String id) {
    String on = verdict.hosts().size() == 1 ? "" : " on " + host.name();
    if (seconds.main() == Bound.UNKNOWN) {
      return List.of(
          Block.Notice.missing(
              "What bounded the command" + on + " is not known: no CPU sample covers most of it."));
    }
    List<Block> blocks = new ArrayList<>();
    blocks.add(timeline(verdict, seconds));
    blocks.add(shares(seconds, on, id));
    blocks.add(longest(verdict, seconds, on, id));
    CommandVerdict.blind(host).ifPresent(b -> blocks.add(new Block.Paragraph(b)));
    return blocks;
  }

  private static Block timeline(CommandVerdict verdict, BoundSeconds seconds) {
    List<BoundSeconds.Stretch> stretches = seconds.stretches();
    return new Block.Timeline(
        "What bounded each second, from the command's start to its end",
        (stretches.size() > MOST_STRETCHES ? slices(seconds) : stretches)
            .stream()
                .map(
                    s ->
                        new Block.Stretch(
                            s.lengthS() >= seconds.lengthS() / 10 ? s.bound().word() : "",
                            s.bound().word(),
                            s.lengthS(),
                            verdict.inWords(s)))
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

  private static Block shares(BoundSeconds seconds, String on, String id) {
    List<Row> rows = new ArrayList<>();
    for (Map.Entry<Bound, Double> entry : seconds.secondsByBound().entrySet()) {
      rows.add(
          Row.of(
              Cell.text(entry.getKey().word()),
              Cell.number(entry.getValue()),
              Cell.text(Figures.percent(entry.getValue() / seconds.lengthS())),
              Cell.text(seconds.what(entry.getKey()))));
    }
    return new Block.Table(
        "bound" + id,
        "What bounded its seconds" + on,
        "",
        List.of(
            Column.text("Bound by"),
            Column.number("Seconds", "s"),
            Column.number("Share", ""),
            Column.text("Mostly")),
        rows);
  }

  private static Block longest(CommandVerdict verdict, BoundSeconds seconds, String on, String id) {
    return new Block.Table(
        "stretches" + id,
        "The longest stretches" + on,
        "Seconds one after the other with the same bound; times from the command's start.",
        List.of(
            Column.text("Bound by"),
            Column.number("From", "s"),
            Column.number("Length", "s"),
            Column.text("Mostly")),
        seconds.longest(LONGEST).stream()
            .map(
                s ->
                    Row.of(
                        Cell.text(s.bound().word()),
                        Cell.number(verdict.sinceStartS(s.startS())),
                        Cell.number(s.lengthS()),
                        Cell.text(s.what())))
            .toList());
  }

  private static Block facts(CommandVerdict verdict) {
    CommandResult result = verdict.result();
    List<Fact> facts = new ArrayList<>();
    facts.add(new Fact("Command", String.join(" ", result.command())));
    facts.add(new Fact("Ended", verdict.ending()));
    if (verdict.started()) {
      facts.add(new Fact("Started", Figures.moment(Instant.ofEpochSecond((long) result.startS()))));
      facts.add(new Fact("Elapsed", Figures.number(result.elapsedS()) + " s"));
    }
    for (WatchedHost host : result.hosts()) {
      facts.add(
          new Fact("Cores of " + host.name() + " that it could use", Figures.number(host.cores())));
      host.rates().stream().map(CommandSection::rate).distinct().forEach(facts::add);
    }
    return new Block.Facts(facts);
  }

  private static Fact rate(DeviceRate rate) {
    return new Fact(
        "Rate of " + rate.device(),
        "in "
            + Figures.number(rate.inMbPerS())
            + ", out "
            + Figures.number(rate.outMbPerS())
            + " MB/s, by "
            + rate.source());
  }
}
