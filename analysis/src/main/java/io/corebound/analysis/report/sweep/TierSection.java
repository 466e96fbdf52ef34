package io.corebound.analysis.report.sweep;

import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Block.Cell;
import io.corebound.analysis.page.Block.Column;
import io.corebound.analysis.page.Block.Row;
import io.corebound.analysis.page.Figures;
import io.corebound.analysis.report.cell.BaseRates;
import io.corebound.analysis.report.cell.CellSummary;
import io.corebound.records.config.NetworkFile;
import io.corebound.records.config.StorageFile;
import io.corebound.records.run.CellResult.Tier;
import io.corebound.records.units.DataRate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The storage and network tiers of a sweep: as stated, as scaled to the nodes here, as probed. */
public final class TierSection {
  private TierSection() {}

  public static List<Block> blocks(Sweep sweep) {
    List<CellSummary> known =
        sweep.combinations().stream()
            .flatMap(c -> c.cells().stream())
            .filter(c -> c.tier().isPresent())
            // a cell that failed before its devices were made does not know them
            .sorted(Comparator.comparing(c -> c.tier().get().devicesByNode().isEmpty()))
            .toList();
    if (known.isEmpty()) {
      return List.of(
          Block.Notice.missing(
              "The tiers' figures are not known: no cell came so far that they were written"
                  + " down."));
    }
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        new Block.Paragraph(
            "What decides whether a disk or a link bounds a job is how much of it each core has. So"
                + " a tier's figures, which are those of a node of its reference cores, are scaled"
                + " to the cores that a node has here; probed is what fio and the network's probe"
                + " got out of it as it was built."));
    blocks.add(storage(sweep, known));
    blocks.add(network(sweep, known));
    blocks.add(sources(sweep, known));
    boolean emulated = known.stream().anyMatch(c -> BaseRates.limited(c.tier().get()).isPresent());
    boolean shaped = known.stream().anyMatch(c -> c.tier().get().scaledNetwork() != null);
    List<String> notModelled = new ArrayList<>();
    if (emulated) {
      notModelled.add(
          "Seeks and the latency of a disk: a throttle limits bytes and operations a second, so a"
              + " slow disk does not slow down further when several streams share it, and reading"
              + " and writing are limited each for itself.");
      notModelled.add(
          "The CPU time of the emulation: the kernel's threads of the loop devices and of writeback"
              + " work on the same cores as the job. They are in the role 'kernel', and in the"
              + " prediction where the tier's cost of writing back was measured; no real disk would"
              + " have the loop's part.");
    }
    if (shaped) {
      notModelled.add(
          "The latency of a network, and RDMA: links are shaped TCP/IP within one kernel, without a"
              + " card, its driver or a switch.");
    }
    if (!notModelled.isEmpty()) {
      blocks.add(new Block.Notice("warning", "What these tiers leave out:", notModelled));
    }
    return blocks;
  }

  private static Optional<CellSummary> first(List<CellSummary> known, String storage) {
    List<CellSummary> of =
        known.stream().filter(c -> c.tier().get().storage().equals(storage)).toList();
    return of.stream()
        .filter(c -> c.base().word().equals(BaseRates.PROBED))
        .findFirst()
        .or(() -> of.stream().findFirst());
  }

  private static Block storage(Sweep sweep, List<CellSummary> known) {
    List<Row> rows = new ArrayList<>();
    for (String name : sweep.storages()) {
      first(known, name).ifPresent(cell -> rows.add(storage(cell)));
    }
    return new Block.Table(
        "tier-storage",
        "Storage tiers",
        "Of one device; MB is 10⁶ bytes. Nominal is that of a node of the first number of cores,"
            + " here what a device was given for the second, probed what it then carried.",
        List.of(
            Column.text("Storage"),
            Column.number("Devices a node", ""),
            Column.number("Cores", "nominal, here"),
            Column.number("Reading", "MB/s nominal"),
            Column.number("", "here"),
            Column.number("", "probed"),
            Column.number("Writing", "MB/s nominal"),
            Column.number("", "here"),
            Column.number("", "probed"),
            Column.text("Operations a second, here")),
        rows);
  }

  private static Row storage(CellSummary cell) {
    Tier tier = cell.tier().orElseThrow();
    StorageFile nominal = tier.nominalStorage();
    StorageFile here = tier.scaledStorage();
    boolean probed = cell.base().word().equals(BaseRates.PROBED);
    return Row.of(
        Cell.text(tier.storage()).withNote(nominal.description()),
        Cell.text(
            nominal.devicesPerNode() == null
                ? Figures.NONE
                : String.valueOf(nominal.devicesPerNode())),
        Cell.text(cores(nominal.referenceCores(), tier)),
        rate(nominal.read()),
        rate(here == null ? null : here.read()),
        Cell.number(probed ? cell.base().disk().readMbPerS() : Double.NaN),
        rate(nominal.write()),
        rate(here == null ? null : here.write()),
        Cell.number(probed ? cell.base().disk().writeMbPerS() : Double.NaN),
        Cell.text(operations(here)));
  }

  private static String cores(Integer reference, Tier tier) {
    return (reference == null ? Figures.NONE : reference) + ", " + tier.coresPerNode();
  }

  private static Cell rate(DataRate rate) {
    return Cell.number(rate == null ? Double.NaN : rate.megabytesPerSecond());
  }

  private static String operations(StorageFile here) {
    if (here == null || here.readOperationsPerS() == null && here.writeOperationsPerS() == null) {
      return "not limited";
    }
    return (here.readOperationsPerS() == null ? "any" : here.readOperationsPerS())
        + " reads, "
        + (here.writeOperationsPerS() == null ? "any" : here.writeOperationsPerS())
        + " writes";
  }

  private static Block network(Sweep sweep, List<CellSummary> known) {
    List<Row> rows = new ArrayList<>();
    for (String name : sweep.networks()) {
      known.stream()
          .filter(c -> c.tier().get().network().equals(name))
          .findFirst()
          .ifPresent(cell -> rows.add(network(cell)));
    }
    return new Block.Table(
        "tier-network",
        "Network tiers",
        "Of one node's link in one direction; 125 MB/s are 1 Gbit/s.",
        List.of(
            Column.text("Network"),
            Column.number("Cores", "nominal, here"),
            Column.number("Rate", "MB/s nominal"),
            Column.number("", "here"),
            Column.number("", "held against")),
        rows);
  }

  private static Row network(CellSummary cell) {
    Tier tier = cell.tier().orElseThrow();
    NetworkFile nominal = tier.nominalNetwork();
    NetworkFile here = tier.scaledNetwork();
    return Row.of(
        Cell.text(tier.network()).withNote(nominal.description()),
        Cell.text(cores(nominal.referenceCores(), tier)),
        rate(nominal.rate()),
        rate(here == null ? null : here.rate()),
        Cell.number(cell.base().networkMbPerS()));
  }

  private static Block sources(Sweep sweep, List<CellSummary> known) {
    List<Block.Fact> facts = new ArrayList<>();
    for (String name : sweep.storages()) {
      first(known, name)
          .flatMap(CellSummary::tier)
          .map(Tier::nominalStorage)
          .ifPresent(
              s ->
                  facts.add(
                      new Block.Fact(
                          name,
                          s.real() ? "the disk of " + s.directory() + ", as it is" : s.source())));
    }
    for (String name : sweep.networks()) {
      known.stream()
          .flatMap(c -> c.tier().stream())
          .filter(t -> t.network().equals(name))
          .map(Tier::nominalNetwork)
          .findFirst()
          .ifPresent(
              n ->
                  facts.add(
                      new Block.Fact(
                          name,
                          n.real()
                              ? "the interface " + n.interfaceName() + ", as it is"
                              : n.source())));
    }
    return new Block.Details(
        "Where the tiers' nominal figures come from", List.of(new Block.Facts(facts)));
  }
}
