package io.corebound.analysis.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/**
 * The smallest cluster that is done in time, for every pair of disks and link. Nodes are added one
 * by one until the job is: times fall in steps, as tasks come in waves, so that nothing may be
 * skipped. The pairs are searched side by side.
 */
final class DeadlineSearch {
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
    Estimate shortest = null;
    int fewest = on.cluster().settings().replication();
    for (int nodes = fewest; nodes <= Math.max(fewest, request.mostNodes()); nodes++) {
      Estimate estimate = estimates.of(on.with(on.cluster().withNodes(nodes)));
      tried.increment();
      if (estimate.totalS() <= seconds) {
        return smallest(estimate, nodes);
      }
      shortest = shortest == null || estimate.totalS() < shortest.totalS() ? estimate : shortest;
    }
    return smallest(shortest, null);
  }

  private Plan.Smallest smallest(Estimate estimate, Integer nodes) {
    Configuration c = estimate.configuration();
    return new Plan.Smallest(
        c.storage() == null ? null : c.storage().name(),
        c.network() == null ? null : c.network().name(),
        nodes,
        estimate.totalS(),
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
