package io.corebound.cli.option;

import io.corebound.analysis.study.compare.Limits;
import io.corebound.records.units.CoreboundException;
import java.util.List;
import picocli.CommandLine.Option;

/** From which size on a difference between two runs matters, as options. */
public final class LimitOptions {
  private static final String MARGIN = "--margin";
  private static final String THRESHOLD = "--threshold";

  public static final List<String> NAMES = List.of(MARGIN, THRESHOLD);

  @Option(
      names = MARGIN,
      paramLabel = "PERCENT",
      defaultValue = "5",
      description = "a difference up to this counts as none (default: ${DEFAULT-VALUE})")
  private double margin;

  @Option(
      names = THRESHOLD,
      paramLabel = "PERCENT",
      defaultValue = "5",
      description =
          "a figure that is worse by more than this is a regression (default: ${DEFAULT-VALUE})")
  private double threshold;

  public Limits limits() {
    try {
      return new Limits(margin, threshold);
    } catch (IllegalArgumentException e) {
      throw CoreboundException.invalidInput(e.getMessage());
    }
  }
}
