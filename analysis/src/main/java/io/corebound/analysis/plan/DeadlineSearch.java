package io.corebound.analysis.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
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
    int fewest = on.cluster().settings().replication();
    List<Estimate> tried = new ArrayList<>();
    if (!search(on, fewest, seconds, tried)) {
      Estimate shortest =
          tried.stream().min(Comparator.comparingDouble(Estimate::totalS)).orElseThrow();
      return smallest(shortest, null, null, null);
    }
    Estimate found = tried.get(tried.size() - 1);
    int nodes = found.configuration().cluster().nodes();
    double deviation = estimates.deviation(found.configuration());
    if (Double.isNaN(deviation)) {
      return smallest(found, nodes, null, null);
    }
    double probability =
        NORMAL.cumulativeProbability(Math.log(seconds / found.totalS()) / deviation);
    double sure = seconds / Math.exp(NORMAL.inverseCumulativeProbability(SURE) * deviation);
    boolean some = search(on, nodes, sure, tried);
    Integer sureNodes = some ? tried.get(tried.size() - 1).configuration().cluster().nodes() : null;
    return smallest(found, nodes, probability, sureNodes);
  }

  /** Adds nodes until the job is done in time; whether it is. */
  private boolean search(Configuration on, int from, double seconds, List<Estimate> into) {
    for (int nodes = from; nodes <= Math.max(from, request.mostNodes()); nodes++) {
      Estimate estimate = estimates.of(on.with(on.cluster().withNodes(nodes)));
      tried.increment();
      into.add(estimate);
      if (estimate.totalS() <= seconds) {
        return true;
      }
    }
    return false;
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
