package io.corebound.terasortrunner.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.hosts.Checkout;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.NetworkFile;
import io.corebound.records.config.StorageFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.CellResult.Tier;
import io.corebound.records.run.MeasuredInterval;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.units.DataSize;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When a job is given up. */
class JobLimitTest {
  /** Two workers of one core and one container each. */
  private static final ClusterFile CLUSTER =
      Checkout.config("cluster/lab", ClusterFile.class).on(2, DataSize.parse("16GiB"));

  private static Tier tier(String storage, String network) {
    StorageFile disk = Checkout.config("storage/" + storage, StorageFile.class);
    NetworkFile link = Checkout.config("network/" + network, NetworkFile.class);
    return new Tier(
        storage,
        network,
        1,
        disk,
        disk.scaledTo(1),
        link,
        link.scaledTo(1),
        Map.of(),
        Map.of(),
        1,
        null,
        null,
        null);
  }

  private static Duration limit(String data, Tier tier) {
    return JobLimit.of(DataSize.parse(data), CLUSTER, tier);
  }

  @Test
  void slowTierHasTheTimeThatItsDiskAndItsLinkNeed() {
    // a worker's 500 MB eight times over 100/16 MB/s, three times over 125/16 MB/s, twice that
    double tiers = 2 * (500 * 8 / 6.25 + 500 * 3 / 7.8125);
    assertThat(limit("1GB", tier("hdd", "ethernet-1g")))
        .isEqualTo(Duration.ofSeconds(Math.round(120 + 500 + tiers)));
  }

  @Test
  void fastTierIsGivenUpSooner() {
    assertThat(limit("256MB", tier("nvme", "infiniband-qdr")))
        .isLessThan(limit("256MB", tier("hdd", "infiniband-qdr")))
        .isBetween(Duration.ofMinutes(4), Duration.ofMinutes(5));
    assertThat(limit("256MB", tier("nvme", "infiniband-qdr")))
        .isLessThan(limit("256MB", tier("nvme", "ethernet-1g")));
  }

  @Test
  void operationsLimitRatesToo() {
    Tier free = tier("hdd", "infiniband-qdr");
    StorageFile few =
        free.scaledStorage().with(b -> b.readOperationsPerS(10).writeOperationsPerS(10));
    Tier limited = free.withScaledStorage(few);
    assertThat(limit("1GB", limited)).isGreaterThan(limit("1GB", free));
  }

  @ParameterizedTest
  @ValueSource(strings = {"paper-2013-512mb-2-cores", "accuracy-1650mb-2-cores"})
  void keptJobsEndedBeforeHalfOfTheirLimit(String sample) {
    RunDirectory run = RunDirectory.open(Checkout.ROOT.resolve("results/samples/" + sample));
    for (String name : run.cells()) {
      CellResult cell = StructuredFiles.readJson(run.cellFile(name), CellResult.class);
      double tookS = cell.intervals().stream().mapToDouble(MeasuredInterval::elapsedS).sum();
      assertThat(tookS).as(name).isPositive();
      assertThat(JobLimit.of(cell.data(), CLUSTER, cell.tier()).toSeconds())
          .as(name)
          .isGreaterThan(Math.round(2 * tookS));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"hdd", "ssd-sata", "ssd-pcie", "nvme"})
  void limitIsMoreThanTheTimeThatIsExpected(String storage) {
    for (String data : List.of("64MB", "1GB", "100GB")) {
      JobTime expected =
          JobTime.rough(
              new TeraSort(),
              DataSize.parse(data),
              CLUSTER,
              Checkout.config("storage/" + storage, StorageFile.class),
              Optional.empty());
      assertThat(limit(data, tier(storage, "ethernet-1g")).toSeconds())
          .isGreaterThan(Math.round(2 * expected.measuredS()));
    }
  }

  @Test
  void whereNoFigureIsKnownNobodyIsHurried() {
    assertThat(limit("1GB", null)).isEqualTo(Duration.ofSeconds(600 + 1000));
    Tier unlimited = tier("hdd", "ethernet-1g").withScaledStorage(Checkout.storageIn("/mnt/disk2"));
    assertThat(limit("1GB", unlimited)).isEqualTo(Duration.ofSeconds(600 + 1000));
  }
}
