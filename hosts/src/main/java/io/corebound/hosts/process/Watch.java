package io.corebound.hosts.process;

import io.corebound.records.units.CoreboundException;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * Knows of what is measured what others did meanwhile. What they disturbed is measured once more
 * where time allows, and the quieter one counts.
 */
public final class Watch {
  private static final double NS_PER_S = 1e9;

  private final Supplier<Supplier<OtherLoad>> others;
  private final LongSupplier clockNs;
  private final Budget budget;

  /** Seconds left for what is measured once more. */
  private static final class Budget {
    private double leftS;
  }

  /**
   * Nothing measured yet.
   *
   * @param others begins to watch them; what is returned says what they took since, or since it
   *     said so last
   * @param seconds for what is measured once more; null for as long as it takes
   */
  public Watch(Supplier<Supplier<OtherLoad>> others, Integer seconds) {
    this(others, seconds, System::nanoTime);
  }

  Watch(Supplier<Supplier<OtherLoad>> others, Integer seconds, LongSupplier clockNs) {
    this(others, clockNs, new Budget());
    budget.leftS = seconds == null ? Double.POSITIVE_INFINITY : seconds;
  }

  private Watch(Supplier<Supplier<OtherLoad>> others, LongSupplier clockNs, Budget budget) {
    this.others = others;
    this.clockNs = clockNs;
    this.budget = budget;
  }

  /** The same without a look at CPU time, as on another machine; the seconds are for both. */
  public Watch blinded() {
    return new Watch(() -> () -> OtherLoad.NONE, clockNs, budget);
  }

  /** Sees nobody's CPU time; nothing is measured again for it. */
  public static Watch blind() {
    return new Watch(() -> () -> OtherLoad.NONE, null);
  }

  /**
   * Measures something, whose files have a name.
   *
   * @param <E> what it may throw besides
   */
  @FunctionalInterface
  public interface Attempt<T, E extends Exception> {
    T measure(String name) throws E;
  }

  /** Measures once, or twice where others took much CPU time; the quieter of the two. */
  public <T, E extends Exception> Watched<T> quieter(String name, Attempt<T, E> attempt) throws E {
    return quieter(name, attempt, watched -> watched.others().disturbance());
  }

  /**
   * The same by another measure of quiet.
   *
   * @param disturbance more than 1 where others disturbed
   */
  public <T, E extends Exception> Watched<T> quieter(
      String name, Attempt<T, E> attempt, ToDoubleFunction<Watched<T>> disturbance) throws E {
    long firstNs = clockNs.getAsLong();
    Watched<T> first = measure(name, attempt);
    long againNs = clockNs.getAsLong();
    double disturbed = disturbance.applyAsDouble(first);
    if (!(disturbed > 1 && (againNs - firstNs) / NS_PER_S < budget.leftS)) {
      return first;
    }
    Optional<Watched<T>> second = again("%s-again".formatted(name), attempt);
    budget.leftS -= (clockNs.getAsLong() - againNs) / NS_PER_S;
    return second.filter(s -> disturbance.applyAsDouble(s) < disturbed).orElse(first);
  }

  /** Empty where it failed, as the first one has its figure. */
  private <T, E extends Exception> Optional<Watched<T>> again(String name, Attempt<T, E> attempt)
      throws E {
    try {
      return Optional.of(measure(name, attempt));
    } catch (CoreboundException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw e;
      }
      return Optional.empty();
    }
  }

  private <T, E extends Exception> Watched<T> measure(String name, Attempt<T, E> attempt) throws E {
    Supplier<OtherLoad> meanwhile = others.get();
    return new Watched<>(attempt.measure(name), meanwhile.get());
  }
}
