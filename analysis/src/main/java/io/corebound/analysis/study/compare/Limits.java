package io.corebound.analysis.study.compare;

/**
 * From which size on a difference matters.
 *
 * @param marginPercent what is equal in practice: B takes at most this much more or less than A
 * @param thresholdPercent a figure that differs and is worse by more than this is a regression
 */
public record Limits(double marginPercent, double thresholdPercent) {
  /** Refuses what is no share. */
  public Limits {
    if (!(marginPercent > 0 && marginPercent <= 100)) {
      throw new IllegalArgumentException(
          "the margin is above 0 and at most 100 percent, not " + marginPercent);
    }
    if (!(thresholdPercent >= 0 && thresholdPercent <= 1000)) {
      throw new IllegalArgumentException(
          "the threshold is from 0 to 1000 percent, not " + thresholdPercent);
    }
  }

  double margin() {
    return marginPercent / 100;
  }

  double threshold() {
    return thresholdPercent / 100;
  }
}
