package io.corebound.analysis.report.job;

import io.corebound.analysis.bound.Bound;
import io.corebound.analysis.bound.BoundSeconds;
import io.corebound.analysis.bound.SecondRules;
import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Block.Cell;
import io.corebound.analysis.page.Block.Column;
import io.corebound.analysis.page.Block.Fact;
import io.corebound.analysis.page.Block.Row;
import io.corebound.analysis.page.Figures;
import io.corebound.analysis.page.Words;
import io.corebound.analysis.report.cell.CommandVerdict;
import io.corebound.analysis.report.cell.RunContents;
import io.corebound.records.run.CommandResult;
import io.corebound.records.run.CommandResult.ClockReading;
import io.corebound.records.run.CommandResult.DeviceRate;
import io.corebound.records.run.CommandResult.HostClock;
import io.corebound.records.run.CommandResult.WatchedHost;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** What bounded a command, second by second, and how it ended. */
public final class CommandSection {
  private static final int LONGEST = 10;

  /** More stretches than can be told apart on a page. */
  private static final int MOST_STRETCHES = 300;

  private CommandSection() {}

  public static List<Block> blocks(RunContents contents, CommandVerdict verdict, String suffix) {
    List<Block> blocks = new ArrayList<>();
    CommandResult result = verdict.result();
    if (!result.without().isEmpty()) {
      blocks.add(new Block.Notice("warning", "Measured without:", result.without()));
    }
    if (!verdict.started()) {
      blocks.add(
          Block.Notice.missing(
              "The command was not started, so nothing can be said: " + contents.why()));
    } else {
      if (!verdict.hosts().isEmpty()) {
        blocks.addAll(own(verdict, verdict.hosts().get(0), suffix));
      }
      if (!verdict.others().isEmpty()) {
        blocks.add(hosts(verdict, suffix));
        List<Block> others = verdict.others().stream().map(h -> other(verdict, h)).toList();
        blocks.addAll(
            others.size() > HostBand.FEW_HOSTS
                ? List.of(new Block.Details("What bounded each second on each host", others))
                : others);
        blocks.add(clocks(result, suffix));
      }
      verdict.lacking().forEach(l -> blocks.add(new Block.Paragraph(l)));
      verdict.blind().ifPresent(b -> blocks.add(new Block.Paragraph(b)));
      blocks.add(new Block.Paragraph(SecondRules.IN_WORDS));
    }
    blocks.add(facts(verdict));
    blocks.add(EnvironmentSection.doubts(contents));
    // this machine's are the environment's
    result.hosts().stream()
        .skip(1)
        .filter(host -> !host.doubts().isEmpty())
        .forEach(
            host ->
                blocks.add(
                    new Block.Notice(
                        "warning",
                        "What makes the figures of %s doubtful:".formatted(host.name()),
                        host.doubts())));
    return blocks;
  }

  /** The host that the command ran on. */
  private static List<Block> own(CommandVerdict verdict, BoundSeconds seconds, String id) {
    String on = verdict.others().isEmpty() ? "" : " on " + seconds.host();
    if (seconds.main() == Bound.UNKNOWN) {
      return List.of(
          Block.Notice.missing(
              "What bounded the command" + on + " is not known: no CPU sample covers most of it."));
    }
    return List.of(
        timeline(verdict, seconds, on), shares(seconds, on, id), longest(verdict, seconds, on, id));
  }

  private static Block other(CommandVerdict verdict, BoundSeconds seconds) {
    return seconds.main() == Bound.UNKNOWN
        ? Block.Notice.missing(
            "What bounded " + seconds.host() + " is not known: no CPU sample covers most of it.")
        : timeline(verdict, seconds, " on " + seconds.host());
  }

  private static Block hosts(CommandVerdict verdict, String suffix) {
    List<Column> columns = new ArrayList<>(List.of(Column.text("Host"), Column.text("Bound by")));
    for (Bound bound : Bound.values()) {
      columns.add(Column.number(Words.capital(bound.word()), ""));
    }
    columns.add(Column.text("Mostly"));
    return new Block.Table(
        "hosts" + suffix,
        "What bounded each host",
        "Shares of the seconds from the command's start to its end. What bounded a host is judged"
            + " by what that host did, whoever made it work.",
        columns,
        verdict.hosts().stream().map(CommandSection::hostRow).toList());
  }

  private static Row hostRow(BoundSeconds host) {
    List<Cell> cells = new ArrayList<>();
    cells.add(Cell.text(host.host()));
    cells.add(Cell.text(host.main().word()));
    for (Bound bound : Bound.values()) {
      Double share = host.shares().get(bound);
      cells.add(Cell.text(share == null ? "0 %" : Figures.percent(share)));
    }
    cells.add(Cell.text(host.what(host.main())));
    return new Row(cells, false);
  }

  private static Block clocks(CommandResult result, String suffix) {
    List<Row> rows = new ArrayList<>();
    for (WatchedHost host : result.hosts()) {
      HostClock clock = host.clock() == null ? new HostClock(null, null) : host.clock();
      rows.add(
          Row.of(
              Cell.text(host.name()),
              Cell.number(milliseconds(clock.start(), ClockReading::offsetS)),
              Cell.number(milliseconds(clock.start(), ClockReading::uncertaintyS)),
              Cell.number(milliseconds(clock.end(), ClockReading::offsetS)),
              Cell.number(milliseconds(clock.end(), ClockReading::uncertaintyS))));
    }
    return new Block.Table(
        "clocks" + suffix,
        "How far the hosts' clocks were ahead of this machine's",
        "All times in this report are this machine's: what each clock was ahead was taken off its"
            + " host's samples. The true figure is at most so far from it as half of the shortest"
            + " of several round trips.",
        List.of(
            Column.text("Host"),
            Column.number("At the start", "ms"),
            Column.number("within ±", "ms"),
            Column.number("At the end", "ms"),
            Column.number("within ±", "ms")),
        rows);
  }

  private static double milliseconds(ClockReading reading, ToDoubleFunction<ClockReading> seconds) {
    return reading == null ? Double.NaN : seconds.applyAsDouble(reading) * 1e3;
  }

  private static Block timeline(CommandVerdict verdict, BoundSeconds seconds, String on) {
    List<BoundSeconds.Stretch> stretches = seconds.stretches();
    return new Block.Timeline(
        "What bounded each second" + on + ", from the command's start to its end",
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
      String of = verdict.others().isEmpty() ? "" : " on " + host.name();
      facts.add(
          new Fact(
              "Cores of "
                  + host.name()
                  + (host.name().equals(result.hosts().get(0).name()) ? " that it could use" : ""),
              Figures.number(host.cores())));
      host.rates().stream().map(r -> rate(r, of)).distinct().forEach(facts::add);
      host.devices().stream()
          .filter(CommandVerdict::isStacked)
          .map(d -> new Fact("Device " + d.name() + of, CommandVerdict.inWords(d)))
          .forEach(facts::add);
    }
    return new Block.Facts(facts);
  }

  private static Fact rate(DeviceRate rate, String on) {
    return new Fact(
        "Rate of " + rate.device() + on,
        "in "
            + Figures.number(rate.inMbPerS())
            + ", out "
            + Figures.number(rate.outMbPerS())
            + " MB/s, by "
            + rate.source());
  }
}
