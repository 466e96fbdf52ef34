package io.corebound.analysis.pages.report.cell;

import io.corebound.analysis.pages.page.Figures;
import io.corebound.analysis.pages.page.Page;
import io.corebound.analysis.pages.page.Sentences;
import io.corebound.analysis.pages.page.Words;
import io.corebound.analysis.study.bound.BoundSeconds;
import io.corebound.analysis.study.bound.BusiestDevice;
import io.corebound.records.run.Bound;
import io.corebound.records.run.CommandResult;
import io.corebound.records.run.CommandResult.BlockDevice;
import io.corebound.records.run.CommandResult.DeviceKind;
import io.corebound.records.run.CommandResult.WatchedHost;
import io.corebound.records.run.Samples;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What bounded a command that ran with collectors attached.
 *
 * @param busiest the device that moved the most there; null when none moved anything
 * @param lacking what the verdict lacks for want of samples of a CPU or of a device with a given
 *     rate, a sentence each
 */
public record CommandVerdict(
    CommandResult result, List<BoundSeconds> hosts, BusiestDevice busiest, List<String> lacking) {
  private static final Sentences SAY = IntervalVerdict.SAY;

  /** The command's own process among pidstat's. */
  private static final String OWN = "command";

  private static final String WORKED = "mean over the seconds in which it worked";

  private static final int LONGEST_STRETCHES = 3;

  static CommandVerdict of(CommandResult result, List<Samples> samples) {
    return new CommandVerdict(
        result,
        result.hosts().stream()
            .map(h -> BoundSeconds.of(samples, h, result.startS(), result.endS(), OWN))
            .toList(),
        result.hosts().stream()
            .findFirst()
            .flatMap(h -> BusiestDevice.of(samples, h.name(), result.startS(), result.endS()))
            .orElse(null),
        result.hosts().stream()
            .flatMap(
                h ->
                    Stream.concat(
                        BoundSeconds.lacking(samples, h).stream(),
                        BoundSeconds.unsampled(samples, h).stream()))
            .toList());
  }

  /** What bounded it for the longest time, on its own host. */
  public Bound main() {
    return hosts.isEmpty() ? Bound.UNKNOWN : hosts.get(0).main();
  }

  /** The command line, cut where it is long. */
  public String name() {
    return Words.brief(String.join(" ", result.command()));
  }

  public boolean started() {
    return result.elapsedS() >= 0;
  }

  public String headline() {
    return SAY.say("command", this);
  }

  /** The verdict in a sentence, and what the busiest device did in another. */
  public String sentence() {
    return SAY.say("commandSentence", this);
  }

  /** The busiest device where it is made of others or has a second name; else null. */
  public BlockDevice stacked() {
    return result.hosts().isEmpty()
        ? null
        : result.hosts().get(0).devices().stream()
            .filter(d -> d.name().equals(busiest.name()) && isStacked(d))
            .findFirst()
            .orElse(null);
  }

  /** The hosts that were watched besides the command's own. */
  public List<BoundSeconds> others() {
    return hosts.subList(Math.min(1, hosts.size()), hosts.size());
  }

  /** Other hosts that something bounded while nothing was full here, the longest first. */
  public List<BoundSeconds> elsewhere() {
    return main() != Bound.WAITING
        ? List.of()
        : others().stream()
            .filter(h -> h.main() != Bound.WAITING && h.main() != Bound.UNKNOWN)
            .sorted(
                Comparator.comparingDouble((BoundSeconds h) -> h.shares().get(h.main())).reversed())
            .toList();
  }

  /** {@code disk 80 % (sda), waiting 20 %}, the longest first. */
  public static String inShort(BoundSeconds host) {
    return SAY.say("inShort", "host", host);
  }

  /** Whether it is made of other devices, or has a second name. */
  public static boolean isStacked(BlockDevice device) {
    return !device.mapped().isEmpty() || !device.members().isEmpty();
  }

  /** {@code vg-data, of sda3 and sdb1, mounted at /data}. */
  public String inWords(BlockDevice device) {
    return SAY.say("madeOf", device);
  }

  /** The longest stretches, in order of length; none when there is only one. */
  public List<BoundSeconds.Stretch> longest() {
    return hosts.isEmpty() || hosts.get(0).stretches().size() < 2
        ? List.of()
        : hosts.get(0).longest(LONGEST_STRETCHES);
  }

  /** The longest stretches in a sentence; empty when there is only one. */
  public Optional<String> longestInWords() {
    return longest().isEmpty() ? Optional.empty() : Optional.of(SAY.say("longest", this));
  }

  /** {@code disk (loop0) for 12 s from 3.0 s on}. */
  public String inWords(BoundSeconds.Stretch stretch) {
    return SAY.say("stretch", "s", stretch, "fromS", sinceStartS(stretch.startS()));
  }

  public double sinceStartS(double timeS) {
    return Math.round((timeS - result.startS()) * 10) / 10.0;
  }

  /** How it ended, in words. */
  public String ending() {
    return SAY.say("ending", this);
  }

  public List<Page.Tile> tiles() {
    List<Page.Tile> tiles = new ArrayList<>();
    if (!started()) {
      return tiles;
    }
    tiles.add(new Page.Tile("Elapsed", Figures.number(result.elapsedS()) + " s", ending()));
    if (main() != Bound.UNKNOWN) {
      String share = Figures.percent(hosts.get(0).shares().get(main()));
      String note = "of the time, more than anything else";
      tiles.add(new Page.Tile(Words.capital(main().word()), share, note));
    }
    if (busiest != null) {
      String moved = Figures.number(busiest.mbPerS()) + " MB/s";
      tiles.add(new Page.Tile("Disk " + busiest.name(), moved, WORKED));
    }
    return tiles;
  }

  /** What the rules could not see, and what would help; empty when they saw all. */
  public Optional<String> blind() {
    List<String> unknown =
        result.hosts().stream()
            .filter(h -> h.rates().stream().noneMatch(r -> r.kind() == DeviceKind.NETWORK))
            .map(WatchedHost::name)
            .toList();
    return unknown.isEmpty()
        ? Optional.empty()
        : Optional.of(SAY.say("blind: hosts, several", unknown, hosts.size() > 1));
  }
}
