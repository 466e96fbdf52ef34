package io.corebound.analysis.study.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.hipparchus.distribution.continuous.NormalDistribution;

/**
 * The smallest cluster that is done in time, for every pair of disks and link. Nodes are added one
 * by one until the job is: times fall in steps, as tasks come in waves, so that nothing may be
 * skipped. The pairs are searched side by side.
 */
final class DeadlineSearch {
  /** The probability that a buyer asks for. */
  static final double SURE = 0.95;

  private static final NormalDistribution NORMAL = new NormalDistribution();

  private final PlanRequest request;
  private final Estimates estimates;
  private final LongAdder tried = new LongAdder();

  DeadlineSearch(PlanRequest request, Estimates estimates) {
    this.request = request;
    this.estimates = estimates;
  }

  Plan.Deadline search() {
    double seconds = request.deadline().toMillis() / 1e3;
    List<Configuration> pairs = new ArrayList<>();
    for (StorageTier storage : orOwn(request.storage())) {
      for (NetworkTier network : orOwn(request.network())) {
        pairs.add(request.on(storage, network));
      }
    }
    boolean byPrice = byPrice();
    Comparator<Plan.Smallest> order =
        Comparator.comparing((Plan.Smallest s) -> s.nodes() == null)
            .thenComparing(
                byPrice ? Plan.Smallest::price : s -> 0.0, Comparator.nullsLast(Double::compare))
            .thenComparing(Plan.Smallest::nodes, Comparator.nullsLast(Integer::compare))
            .thenComparing(Plan.Smallest::totalS);
    List<Plan.Smallest> found =
        pairs.parallelStream().map(pair -> smallest(pair, seconds)).sorted(order).toList();
    return new Plan.Deadline(seconds, byPrice, found, tried.intValue());
  }

  private static <T> List<T> orOwn(List<T> tiers) {
    return tiers.isEmpty() ? Arrays.asList((T) null) : tiers;
  }

  private Plan.Smallest smallest(Configuration on, double seconds) {
    List<Estimate> slower = new ArrayList<>();
    Optional<Estimate> found = search(on, fewest(on), seconds, slower);
    if (found.isEmpty()) {
      Estimate shortest =
          slower.stream().min(Comparator.comparingDouble(Estimate::totalS)).orElseThrow();
      return smallest(shortest, null, null, null);
    }
    Estimate first = found.get();
    int nodes = nodes(first);
    double deviation = estimates.deviation(first.configuration());
    if (Double.isNaN(deviation)) {
      return smallest(first, nodes, null, null);
    }
    double probability =
        NORMAL.cumulativeProbability(Math.log(seconds / first.totalS()) / deviation);
    double sure = seconds / Math.exp(NORMAL.inverseCumulativeProbability(SURE) * deviation);
    Optional<Estimate> enough =
        first.totalS() <= sure ? found : search(on, nodes + 1, sure, new ArrayList<>());
    return smallest(first, nodes, probability, enough.map(DeadlineSearch::nodes).orElse(null));
  }

  private static int fewest(Configuration on) {
    return on.cluster().settings().replication();
  }

  private static int nodes(Estimate estimate) {
    return estimate.configuration().cluster().nodes();
  }

  /** Adds nodes until the job is done in time; {@code slower} takes those with which it is not. */
  private Optional<Estimate> search(
      Configuration on, int from, double seconds, List<Estimate> slower) {
    for (int nodes = from; nodes <= Math.max(fewest(on), request.mostNodes()); nodes++) {
      Estimate estimate = estimates.of(on.with(on.cluster().withNodes(nodes)));
      tried.increment();
      if (estimate.totalS() <= seconds) {
        return Optional.of(estimate);
      }
      slower.add(estimate);
    }
    return Optional.empty();
  }

  private Plan.Smallest smallest(
      Estimate estimate, Integer nodes, Double probability, Integer sureNodes) {
    Configuration c = estimate.configuration();
    return new Plan.Smallest(
        c.storage() == null ? null : c.storage().name(),
        c.network() == null ? null : c.network().name(),
        nodes,
        estimate.totalS(),
        probability,
        sureNodes,
        estimate.bottleneck(),
        nodes == null || !byPrice() ? null : nodes * nodePrice(c),
        estimate.extrapolated());
  }

  /**
   * Where some of the tiers to choose from have a price and others none, prices compare nothing.
   */
  private boolean byPrice() {
    boolean storage = request.storage().stream().allMatch(s -> s.price() != null);
    boolean network = request.network().stream().allMatch(n -> n.file().price() != null);
    boolean storagePriced = !request.storage().isEmpty() && storage;
    boolean networkPriced = !request.network().isEmpty() && network;
    boolean mixed =
        !storage && request.storage().stream().map(StorageTier::price).anyMatch(Objects::nonNull)
            || !network
                && request.network().stream().map(n -> n.file().price()).anyMatch(Objects::nonNull);
    return !mixed && (storagePriced || networkPriced || request.nodePrice() != null);
  }

  private double nodePrice(Configuration c) {
    return or(request.nodePrice())
        + or(c.storage() == null ? null : c.storage().price())
        + or(c.network() == null ? null : c.network().file().price());
  }

  private static double or(Double price) {
    return price == null ? 0 : price;
  }
}
