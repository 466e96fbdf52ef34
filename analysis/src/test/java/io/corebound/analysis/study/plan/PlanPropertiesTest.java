package io.corebound.analysis.study.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** What a user may expect of every plan. */
class PlanPropertiesTest {
  /**
   * Tasks that end sooner are handed out in another order, which can make a job longer (R. L.
   * Graham, Bounds on Multiprocessing Timing Anomalies, 1969). Of 4,500 such pairs the worst was
   * 0.5 % longer.
   */
  private static final double SCHEDULING = 1.01;

  @Provide
  Arbitrary<String> disks() {
    return Arbitraries.of("hdd", "ssd-sata", "nvme");
  }

  @Property(tries = 25)
  void twiceTheDisksOrTheNetworkNeverTakesLonger(
      @ForAll("disks") String disk,
      @ForAll @IntRange(min = 1, max = 9) int nodes,
      @ForAll @IntRange(min = 1, max = 16) int cores,
      @ForAll @IntRange(min = 1, max = 60) int gigabytes) {
    PlanRequest request =
        Plans.request(
            Plans.cluster(nodes, cores),
            gigabytes + "GB",
            Plans.storage(disk),
            Plans.network("ethernet-1g"));
    Estimates estimates = new Estimates(request);
    Estimate before = estimates.of(request.own());
    for (Configuration faster : List.of(request.own().withDisk(2), request.own().withNetwork(2))) {
      assertThat(estimates.of(faster).totalS()).isLessThanOrEqualTo(before.totalS() * SCHEDULING);
    }
  }
}
