package io.corebound.analysis.report.sweep;

import static io.corebound.analysis.report.sweep.SweepWords.SAY;

import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Block.Cell;
import io.corebound.analysis.page.Block.Fact;
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
      return List.of(SAY.missing("noTiers"));
    }
    List<Row> storage = new ArrayList<>();
    List<Row> network = new ArrayList<>();
    List<Fact> sources = new ArrayList<>();
    for (String name : sweep.storages()) {
      for (CellSummary cell : ofStorage(known, name).stream().toList()) {
        storage.add(storage(cell));
        StorageFile nominal = cell.tier().orElseThrow().nominalStorage();
        String real = "the disk of %s, as it is".formatted(nominal.directory());
        sources.add(new Fact(name, nominal.real() ? real : nominal.source()));
      }
    }
    for (String name : sweep.networks()) {
      for (CellSummary cell :
          known.stream().filter(c -> c.tier().get().network().equals(name)).limit(1).toList()) {
        network.add(network(cell));
        NetworkFile nominal = cell.tier().orElseThrow().nominalNetwork();
        String real = "the interface %s, as it is".formatted(nominal.interfaceName());
        sources.add(new Fact(name, nominal.real() ? real : nominal.source()));
      }
    }
    List<Block> blocks = new ArrayList<>();
    blocks.add(SAY.paragraph("tiers"));
    blocks.add(SAY.table("storageTiers", "tier-storage", storage));
    blocks.add(SAY.table("networkTiers", "tier-network", network));
    blocks.add(
        new Block.Details(
            "Sources of the tiers' nominal figures", List.of(new Block.Facts(sources))));
    List<String> notModelled = new ArrayList<>();
    if (known.stream().anyMatch(c -> BaseRates.limited(c.tier().get()).isPresent())) {
      notModelled.addAll(SAY.parts("emulatedDisk"));
    }
    if (known.stream().anyMatch(c -> c.tier().get().scaledNetwork() != null)) {
      notModelled.addAll(SAY.parts("shapedNetwork"));
    }
    if (!notModelled.isEmpty()) {
      blocks.add(new Block.Notice("warning", "What these tiers leave out:", notModelled));
    }
    return blocks;
  }

  /** A cell on a storage tier, if there is one then one whose disks were probed. */
  private static Optional<CellSummary> ofStorage(List<CellSummary> known, String storage) {
    return known.stream()
        .filter(c -> c.tier().get().storage().equals(storage))
        .min(Comparator.comparing(c -> !c.base().word().equals(BaseRates.PROBED)));
  }

  private static Row storage(CellSummary cell) {
    Tier tier = cell.tier().orElseThrow();
    StorageFile nominal = tier.nominalStorage();
    Optional<StorageFile> here = Optional.ofNullable(tier.scaledStorage());
    boolean probed = cell.base().word().equals(BaseRates.PROBED);
    return Row.of(
        Cell.text(tier.storage()).withNote(nominal.description()),
        nominal.devicesPerNode(),
        cores(nominal.referenceCores(), tier),
        rate(nominal.read()),
        rate(here.map(StorageFile::read).orElse(null)),
        probed ? cell.base().disk().readMbPerS() : Double.NaN,
        rate(nominal.write()),
        rate(here.map(StorageFile::write).orElse(null)),
        probed ? cell.base().disk().writeMbPerS() : Double.NaN,
        operations(here));
  }

  private static String cores(Integer reference, Tier tier) {
    return (reference == null ? Figures.NONE : reference) + ", " + tier.coresPerNode();
  }

  private static double rate(DataRate rate) {
    return rate == null ? Double.NaN : rate.megabytesPerSecond();
  }

  private static String operations(Optional<StorageFile> here) {
    Optional<Integer> reads = here.map(StorageFile::readOperationsPerS);
    Optional<Integer> writes = here.map(StorageFile::writeOperationsPerS);
    return reads.isEmpty() && writes.isEmpty()
        ? "not limited"
        : "%s reads, %s writes"
            .formatted(
                reads.map(String::valueOf).orElse("any"),
                writes.map(String::valueOf).orElse("any"));
  }

  private static Row network(CellSummary cell) {
    Tier tier = cell.tier().orElseThrow();
    NetworkFile nominal = tier.nominalNetwork();
    NetworkFile here = tier.scaledNetwork();
    return Row.of(
        Cell.text(tier.network()).withNote(nominal.description()),
        cores(nominal.referenceCores(), tier),
        rate(nominal.rate()),
        rate(here == null ? null : here.rate()),
        cell.base().networkMbPerS());
  }
}
