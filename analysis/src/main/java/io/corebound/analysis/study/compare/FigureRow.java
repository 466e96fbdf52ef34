package io.corebound.analysis.study.compare;

import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * A figure on both sides.
 *
 * @param a its mean on side A: of several runs the geometric one
 * @param sampleSizeA how many forks, repetitions or runs
 * @param ratioLow lower end of its 95 % interval; null where a side has one sample
 * @param adjustedP p-value of "B is A", adjusted for all figures compared (Holm); null as above
 * @param tooFew why the samples are too few; else null
 * @param regression whether it differs and is worse by more than the threshold
 */
@RecordBuilder
public record FigureRow(
    FigureKey key,
    double a,
    double b,
    int sampleSizeA,
    int sampleSizeB,
    double ratio,
    Double ratioLow,
    Double ratioHigh,
    Double adjustedP,
    Verdict verdict,
    TooFew tooFew,
    boolean regression)
    implements FigureRowBuilder.With {

  /** How much more B takes than A: above zero is worse, of a rate too. */
  public double worseBy() {
    return key.worseBy(ratio);
  }
}
