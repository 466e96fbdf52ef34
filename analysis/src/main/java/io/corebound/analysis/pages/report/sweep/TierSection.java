package io.corebound.analysis.pages.report.sweep;

import static io.corebound.analysis.pages.report.sweep.SweepWords.SAY;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Block.Fact;
import io.corebound.analysis.pages.report.cell.BaseRates;
import io.corebound.analysis.pages.report.cell.CellSummary;
import io.corebound.records.config.NetworkFile;
import io.corebound.records.config.StorageFile;
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
    List<CellSummary> storage = new ArrayList<>();
    List<CellSummary> network = new ArrayList<>();
    List<Fact> sources = new ArrayList<>();
    for (String name : sweep.storages()) {
      for (CellSummary cell : ofStorage(known, name).stream().toList()) {
        storage.add(cell);
        StorageFile nominal = cell.tier().orElseThrow().nominalStorage();
        String real = "the disk of %s, as it is".formatted(nominal.directory());
        sources.add(new Fact(name, nominal.real() ? real : nominal.source()));
      }
    }
    for (String name : sweep.networks()) {
      for (CellSummary cell :
          known.stream().filter(c -> c.tier().get().network().equals(name)).limit(1).toList()) {
        network.add(cell);
        NetworkFile nominal = cell.tier().orElseThrow().nominalNetwork();
        String real = "the interface %s, as it is".formatted(nominal.interfaceName());
        sources.add(new Fact(name, nominal.real() ? real : nominal.source()));
      }
    }
    List<Block> blocks = new ArrayList<>();
    blocks.add(SAY.paragraph("tiers"));
    blocks.add(SAY.tableOf("storageTiers", "tier-storage", storage));
    blocks.add(SAY.tableOf("networkTiers", "tier-network", network));
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
        .min(Comparator.comparing(c -> !c.base().probed()));
  }
}
