package io.corebound.hosts.process;

import java.util.Comparator;
import java.util.List;

/**
 * How the clock of a host stands to ours, as Cristian's algorithm finds it (Probabilistic clock
 * synchronization, Distributed Computing 3, 1989): the host's time was read somewhere between
 * question and answer; its middle is the estimate, and half the round trip bounds the error however
 * long each way took. The shortest of several round trips bounds it best.
 *
 * @param offsetS what to subtract from the host's time to have ours, in seconds
 * @param uncertaintyS the true offset is at most so far from it, in seconds
 * @param roundTrips how many were tried; 0 when both are the same clock
 */
public record ClockOffset(double offsetS, double uncertaintyS, int roundTrips) {
  /** The host has our clock. */
  public static final ClockOffset SAME_CLOCK = new ClockOffset(0, 0, 0);

  /** Refuses what is not a number, and an uncertainty below zero. */
  public ClockOffset {
    if (!Double.isFinite(offsetS) || !(uncertaintyS >= 0) || Double.isInfinite(uncertaintyS)) {
      throw new IllegalArgumentException(
          "a clock's offset is a number, not %s within %s".formatted(offsetS, uncertaintyS));
    }
  }

  /**
   * A question to the host and its answer.
   *
   * @param askedS our clock at the question, in seconds since the Unix epoch
   * @param roundTripS from question to answer by our monotonic clock, in seconds
   * @param answerS the host's clock in its answer, in seconds since the Unix epoch
   */
  public record RoundTrip(double askedS, double roundTripS, double answerS) {
    ClockOffset offset(int of) {
      return new ClockOffset(answerS - (askedS + roundTripS / 2), roundTripS / 2, of);
    }
  }

  /** The offset by the shortest of these round trips. */
  public static ClockOffset of(List<RoundTrip> trips) {
    return trips.stream()
        .min(Comparator.comparingDouble(RoundTrip::roundTripS))
        .map(trip -> trip.offset(trips.size()))
        .orElseThrow(() -> new IllegalArgumentException("no round trip"));
  }
}
