package io.corebound.analysis.report.job;

import static io.corebound.analysis.report.job.VerdictSection.SAY;

import io.corebound.analysis.bound.Bound;
import io.corebound.analysis.bound.BoundSeconds;
import io.corebound.analysis.bound.SecondRules;
import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Block.Fact;
import io.corebound.analysis.page.Block.Row;
import io.corebound.analysis.page.Figures;
import io.corebound.analysis.report.cell.CommandVerdict;
import io.corebound.records.run.CommandResult;
import io.corebound.records.run.CommandResult.ClockReading;
import io.corebound.records.run.CommandResult.HostClock;
import io.corebound.records.run.CommandResult.WatchedHost;
import io.corebound.records.run.RunContents;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
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
        List<Row> hosts = verdict.hosts().stream().map(CommandSection::host).toList();
        List<Bound> bounds = List.of(Bound.values());
        blocks.add(SAY.table("hosts", "hosts" + suffix, hosts, "bounds", bounds));
        List<Block> others =
            verdict.others().stream().map(h -> timeline(verdict, h, " on " + h.host())).toList();
        blocks.addAll(
            others.size() > HostBand.FEW_HOSTS
                ? List.of(new Block.Details("What bounded each second on each host", others))
                : others);
        List<Row> clocks = result.hosts().stream().map(CommandSection::clock).toList();
        blocks.add(SAY.table("clocks", "clocks" + suffix, clocks));
      }
      verdict.lacking().forEach(l -> blocks.add(new Block.Paragraph(l)));
      verdict.blind().ifPresent(b -> blocks.add(new Block.Paragraph(b)));
      blocks.add(new Block.Paragraph(SecondRules.IN_WORDS));
    }
    blocks.add(facts(verdict));
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
    List<Row> longest = new ArrayList<>();
    for (BoundSeconds.Stretch s : seconds.longest(LONGEST)) {
      double fromS = verdict.sinceStartS(s.startS());
      longest.add(Row.of(s.bound().word(), fromS, s.lengthS(), s.what()));
    }
    return List.of(
        timeline(verdict, seconds, on),
        SAY.table("shares", "bound" + id, shares(seconds), "on", on),
        SAY.table("stretches", "stretches" + id, longest, "on", on));
  }

  /** Seconds, share and reason of each bound of a host. */
  public static List<Row> shares(BoundSeconds host) {
    List<Row> rows = new ArrayList<>();
    host.secondsByBound()
        .forEach(
            (bound, s) -> {
              String share = Figures.percent(s / host.lengthS());
              rows.add(Row.of(bound.word(), s, share, host.what(bound)));
            });
    return rows;
  }

  private static Row host(BoundSeconds host) {
    List<Object> cells = new ArrayList<>(List.of(host.host(), host.main().word()));
    for (Bound bound : Bound.values()) {
      Double share = host.shares().get(bound);
      cells.add(share == null ? "0 %" : Figures.percent(share));
    }
    cells.add(host.what(host.main()));
    return Row.of(cells.toArray());
  }

  private static Row clock(WatchedHost host) {
    HostClock clock = host.clock() == null ? new HostClock(null, null) : host.clock();
    List<Object> cells = new ArrayList<>(List.of(host.name()));
    for (ClockReading reading : Arrays.asList(clock.start(), clock.end())) {
      cells.add(reading == null ? null : reading.offsetS() * 1e3);
      cells.add(reading == null ? null : reading.uncertaintyS() * 1e3);
    }
    return Row.of(cells.toArray());
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
      String on = verdict.others().isEmpty() ? "" : " on " + host.name();
      String use = host == result.hosts().get(0) ? " that it could use" : "";
      facts.add(new Fact("Cores of " + host.name() + use, Figures.number(host.cores())));
      host.rates().stream()
          .map(r -> new Fact("Rate of " + r.device() + on, SAY.say("rate", "rate", r)))
          .distinct()
          .forEach(facts::add);
      host.devices().stream()
          .filter(CommandVerdict::isStacked)
          .map(d -> new Fact("Device " + d.name() + on, CommandVerdict.inWords(d)))
          .forEach(facts::add);
    }
    return new Block.Facts(facts);
  }
}
