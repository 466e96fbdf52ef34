package io.corebound.analysis.report.cell;

import io.corebound.analysis.bound.Bound;
import io.corebound.analysis.bound.BoundSeconds;
import io.corebound.analysis.bound.BusiestDevice;
import io.corebound.analysis.page.Figures;
import io.corebound.analysis.page.Page;
import io.corebound.analysis.page.Words;
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

/**
 * What bounded a command that ran with collectors attached.
 *
 * @param result the command
 * @param hosts one a host, that of the command first
 * @param busiest the device that moved the most there; empty when none moved anything
 * @param lacking what the verdict lacks for want of a CPU's samples, a sentence a host
 */
public record CommandVerdict(
    CommandResult result,
    List<BoundSeconds> hosts,
    Optional<BusiestDevice> busiest,
    List<String> lacking) {
  /** The command's own process among pidstat's. */
  private static final String OWN = "command";

  private static final int LONGEST_NAME = 60;
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
        result.hosts().stream().flatMap(h -> BoundSeconds.lacking(samples, h).stream()).toList());
  }

  /** What bounded it for the longest time, on its own host. */
  Bound main() {
    return hosts.isEmpty() ? Bound.UNKNOWN : hosts.get(0).main();
  }

  /** The command line, cut where it is long. */
  String name() {
    String line = String.join(" ", result.command()).replaceAll("\\s+", " ");
    return line.length() <= LONGEST_NAME ? line : line.substring(0, LONGEST_NAME - 1) + "…";
  }

  public boolean started() {
    return result.elapsedS() >= 0;
  }

  public String headline() {
    if (!started()) {
      return name() + " was not started";
    }
    return name()
        + switch (main()) {
          case WAITING -> elsewhere().map(e -> ": " + e).orElse(" mostly waited");
          case UNKNOWN -> ": what bounded it is not known";
          default -> " was bound by " + main().inSentence();
        };
  }

  /** The verdict in a sentence, and what the busiest device did in another. */
  public String sentence() {
    if (!started()) {
      return "The command was not started.";
    }
    List<String> sentences = new ArrayList<>();
    if (hosts.isEmpty() || hosts.get(0).seconds().isEmpty()) {
      sentences.add("The command was over before a second could be judged.");
    } else {
      sentences.add(shares(hosts.get(0)));
      elsewhere().ifPresent(e -> sentences.add(Words.capital(e) + "."));
    }
    busiest.ifPresent(b -> sentences.add(throughput(b, result.hosts().get(0))));
    return String.join(" ", sentences);
  }

  /** The hosts that were watched besides the command's own. */
  public List<BoundSeconds> others() {
    return hosts.subList(Math.min(1, hosts.size()), hosts.size());
  }

  /**
   * {@code waiting here; node2: disk for 80 % of the time}: what bounded other hosts, the longest
   * first, while nothing was full here; empty where that is not so.
   */
  private Optional<String> elsewhere() {
    List<BoundSeconds> bound =
        others().stream()
            .filter(h -> h.main() != Bound.WAITING && h.main() != Bound.UNKNOWN)
            .sorted(
                Comparator.comparingDouble((BoundSeconds h) -> h.shares().get(h.main())).reversed())
            .toList();
    if (main() != Bound.WAITING || bound.isEmpty()) {
      return Optional.empty();
    }
    List<String> parts = new ArrayList<>(List.of("waiting here"));
    bound.stream()
        .limit(MOST_HOSTS)
        .forEach(
            h ->
                parts.add(
                    h.host()
                        + ": "
                        + h.main().word()
                        + " for "
                        + Figures.percent(h.shares().get(h.main()))
                        + " of the time"));
    if (bound.size() > MOST_HOSTS) {
      parts.add("and " + Words.count(bound.size() - MOST_HOSTS, "host") + " more");
    }
    return Optional.of(String.join("; ", parts));
  }

  /** {@code disk 80 % (sda), waiting 20 %}, the longest first. */
  public static String inShort(BoundSeconds host) {
    return String.join(
        ", ",
        host.shares().entrySet().stream()
            .sorted(Map.Entry.<Bound, Double>comparingByValue().reversed())
            .map(
                e ->
                    e.getKey().word()
                        + " "
                        + Figures.percent(e.getValue())
                        + (host.what(e.getKey()).isEmpty()
                            ? ""
                            : " (" + host.what(e.getKey()) + ")"))
            .toList());
  }

  private String shares(BoundSeconds host) {
    List<String> parts = new ArrayList<>();
    host.shares().entrySet().stream()
        .sorted(Map.Entry.<Bound, Double>comparingByValue().reversed())
        .forEach(e -> parts.add(share(host, e.getKey(), e.getValue())));
    return "Of its "
        + Figures.number(result.elapsedS())
        + " s, the command "
        + Words.list(parts)
        + ".";
  }

  private static String share(BoundSeconds host, Bound bound, double share) {
    String what = host.what(bound);
    String of = " " + Figures.percent(share) + (what.isEmpty() ? "" : " (" + what + ")");
    return switch (bound) {
      case WAITING -> "waited for" + of;
      case UNKNOWN -> "was bound by what was not measured for" + of;
      default -> "was bound by " + bound.inSentence() + " for" + of;
    };
  }

  private static String throughput(BusiestDevice device, WatchedHost host) {
    String made =
        host.devices().stream()
            .filter(d -> d.name().equals(device.name()) && isStacked(d))
            .map(d -> " (" + inWords(d) + ")")
            .findFirst()
            .orElse("");
    return "The busiest device, "
        + device.name()
        + made
        + ", moved "
        + Figures.number(device.mbPerS())
        + " MB/s (read "
        + Figures.number(device.readMbPerS())
        + ", written "
        + Figures.number(device.writeMbPerS())
        + "), the mean over "
        + (device.meanS() == device.workedS()
            ? "the " + Words.count(device.workedS(), "second") + " in which it worked."
            : device.meanS()
                + " of the "
                + device.workedS()
                + " seconds in which it worked, those at the ends left out.");
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
    return Optional.of(
        "Longest stretches: "
            + Words.list(
                hosts.get(0).longest(LONGEST_STRETCHES).stream().map(this::inWords).toList())
            + ".");
  }

  /** {@code disk (loop0) for 12 s from 3.0 s on}. */
  public String inWords(BoundSeconds.Stretch stretch) {
    return stretch.bound().word()
        + (stretch.what().isEmpty() ? "" : " (" + stretch.what() + ")")
        + " for "
        + Figures.number(stretch.lengthS())
        + " s from "
        + Figures.number(sinceStartS(stretch.startS()))
        + " s on";
  }

  public double sinceStartS(double timeS) {
    return Math.round((timeS - result.startS()) * 10) / 10.0;
  }

  /** How it ended, in words. */
  public String ending() {
    if (result.exitStatus() == null) {
      return started() ? "it was ended by corebound" : "it was not started";
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
      tiles.add(
          new Page.Tile(
              Words.capital(main().word()),
              Figures.percent(hosts.get(0).shares().get(main())),
              "of the time, more than anything else"));
    }
    busiest.ifPresent(
        b ->
            tiles.add(
                new Page.Tile(
                    "Disk " + b.name(),
                    Figures.number(b.mbPerS()) + " MB/s",
                    "mean over the seconds in which it worked")));
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
        : Optional.of(
            "No network interface of "
                + Words.list(unknown)
                + " tells its speed, so the network could not be found full"
                + (hosts.size() == 1 ? "" : " there")
                + "; --rate NAME=RATE says it.");
  }
}
