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
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What bounded a command that ran with collectors attached.
 *
 * @param busiest the device that moved the most there; empty when none moved anything
 * @param lacking what the verdict lacks for want of samples of a CPU or of a device with a given
 *     rate, a sentence each
 */
public record CommandVerdict(
    CommandResult result,
    List<BoundSeconds> hosts,
    Optional<BusiestDevice> busiest,
    List<String> lacking) {
  private static final Sentences SAY = IntervalVerdict.SAY;

  /** The command's own process among pidstat's. */
  private static final String OWN = "command";

  private static final String WORKED = "mean over the seconds in which it worked";

  private static final int LONGEST_STRETCHES = 3;

  /** So many hosts are named in a sentence. */
  private static final int MOST_HOSTS = 3;

  static CommandVerdict of(CommandResult result, List<Samples> samples) {
    return new CommandVerdict(
        result,
        result.hosts().stream()
            .map(h -> BoundSeconds.of(samples, h, result.startS(), result.endS(), OWN))
            .toList(),
        result.hosts().stream()
            .findFirst()
            .flatMap(h -> BusiestDevice.of(samples, h.name(), result.startS(), result.endS())),
        result.hosts().stream()
            .flatMap(
                h ->
                    Stream.concat(
                        BoundSeconds.lacking(samples, h).stream(),
                        BoundSeconds.unsampled(samples, h).stream()))
            .toList());
  }

  /** What bounded it for the longest time, on its own host. */
  Bound main() {
    return hosts.isEmpty() ? Bound.UNKNOWN : hosts.get(0).main();
  }

  /** The command line, cut where it is long. */
  String name() {
    return Words.brief(String.join(" ", result.command()));
  }

  public boolean started() {
    return result.elapsedS() >= 0;
  }

  public String headline() {
    return SAY.say(
        "command: name, started, main, elsewhere", name(), started(), main(), elsewhere());
  }

  /** The verdict in a sentence, and what the busiest device did in another. */
  public String sentence() {
    List<String> shares =
        hosts.isEmpty()
            ? List.of()
            : longestFirst(hosts.get(0))
                .map(
                    e ->
                        SAY.say(
                            "share: bound, share, what",
                            e.getKey(),
                            e.getValue(),
                            bracketed(hosts.get(0).what(e.getKey()))))
                .toList();
    return SAY.say(
        "commandSentence: started, elapsedS, shares, elsewhere, device, made",
        started(),
        result.elapsedS(),
        shares,
        elsewhere(),
        busiest.orElse(null),
        busiest.map(this::made).orElse(""));
  }

  /** What a device is made of, and where it is mounted, in brackets; may be empty. */
  private String made(BusiestDevice busiest) {
    return result.hosts().get(0).devices().stream()
        .filter(d -> d.name().equals(busiest.name()) && isStacked(d))
        .map(d -> bracketed(inWords(d)))
        .findFirst()
        .orElse("");
  }

  private static String bracketed(String what) {
    return what.isEmpty() ? "" : " (" + what + ")";
  }

  private static Stream<Map.Entry<Bound, Double>> longestFirst(BoundSeconds host) {
    return host.shares().entrySet().stream()
        .sorted(Map.Entry.<Bound, Double>comparingByValue().reversed());
  }

  /** The hosts that were watched besides the command's own. */
  public List<BoundSeconds> others() {
    return hosts.subList(Math.min(1, hosts.size()), hosts.size());
  }

  /** What bounded a host the longest. */
  private record Elsewhere(String host, Bound bound, double share) {}

  /**
   * {@code waiting here; node2: disk for 80 % of the time}: what bounded other hosts, the longest
   * first, while nothing was full here; empty where that is not so.
   */
  private String elsewhere() {
    List<Elsewhere> bound =
        others().stream()
            .filter(h -> h.main() != Bound.WAITING && h.main() != Bound.UNKNOWN)
            .map(h -> new Elsewhere(h.host(), h.main(), h.shares().get(h.main())))
            .sorted(Comparator.comparingDouble(Elsewhere::share).reversed())
            .toList();
    int named = Math.min(MOST_HOSTS, bound.size());
    return main() != Bound.WAITING || bound.isEmpty()
        ? ""
        : SAY.say("elsewhere: hosts, more", bound.subList(0, named), bound.size() - named);
  }

  /** {@code disk 80 % (sda), waiting 20 %}, the longest first. */
  public static String inShort(BoundSeconds host) {
    return longestFirst(host)
        .map(
            e -> {
              String what = bracketed(host.what(e.getKey()));
              return e.getKey().word() + " " + Figures.percent(e.getValue()) + what;
            })
        .collect(Collectors.joining(", "));
  }

  /** Whether it is made of other devices, or has a second name. */
  public static boolean isStacked(BlockDevice device) {
    return !device.mapped().isEmpty() || !device.members().isEmpty();
  }

  /** {@code vg-data, of sda3 and sdb1, mounted at /data}. */
  public static String inWords(BlockDevice device) {
    List<String> parts = new ArrayList<>();
    if (!device.mapped().isEmpty()) {
      parts.add(device.mapped());
    }
    if (!device.members().isEmpty()) {
      parts.add("of " + Words.list(device.members()));
    }
    if (!device.mounts().isEmpty()) {
      parts.add("mounted at " + Words.list(device.mounts()));
    }
    return String.join(", ", parts);
  }

  /** The longest stretches, in order of length; empty when there is only one. */
  public Optional<String> longestInWords() {
    if (hosts.isEmpty() || hosts.get(0).stretches().size() < 2) {
      return Optional.empty();
    }
    List<BoundSeconds.Stretch> longest = hosts.get(0).longest(LONGEST_STRETCHES);
    String words = Words.list(longest.stream().map(this::inWords).toList());
    return Optional.of("Longest stretches: %s.".formatted(words));
  }

  /** {@code disk (loop0) for 12 s from 3.0 s on}. */
  public String inWords(BoundSeconds.Stretch stretch) {
    return "%s%s for %s s from %s s on"
        .formatted(
            stretch.bound().word(),
            bracketed(stretch.what()),
            Figures.number(stretch.lengthS()),
            Figures.number(sinceStartS(stretch.startS())));
  }

  public double sinceStartS(double timeS) {
    return Math.round((timeS - result.startS()) * 10) / 10.0;
  }

  /** How it ended, in words. */
  public String ending() {
    if (result.exitStatus() == null) {
      return started() ? "corebound ended it" : "it was not started";
    }
    return "exit status " + result.exitStatus();
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
    busiest
        .map(b -> new Page.Tile("Disk " + b.name(), Figures.number(b.mbPerS()) + " MB/s", WORKED))
        .ifPresent(tiles::add);
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
