package io.corebound.analysis.model;

/**
 * What an operation takes on a machine.
 *
 * @param byteBase which bytes its figures count: {@code payload}, {@code serialized}, {@code
 *     ifile}, {@code compressed}, {@code wire} or {@code file}
 * @param cost core-nanoseconds a byte, warm, every process counted, one core busy
 * @param wallNs wall nanoseconds a byte of one thread, warm; NaN where not known
 * @param coldCost core-seconds that the first use in a fresh JVM takes beyond that
 * @param coldWallS wall seconds that the first use takes beyond that
 * @param taskShare part of {@code cost} that the process which asks for the operation spends itself
 */
record OperationFigures(
    String byteBase,
    Figure cost,
    double wallNs,
    Figure coldCost,
    double coldWallS,
    double taskShare) {

  /** An operation of which only the rate of one core is known, in payload MB a second. */
  static OperationFigures ofRate(double megabytesPerSecond) {
    return new OperationFigures(
        "payload", Figure.exact(1e3 / megabytesPerSecond), Double.NaN, Figure.exact(0), 0, 1);
  }

  /** Core-seconds for so many bytes, once everything is compiled. */
  double warmCoreS(double bytes) {
    return bytes * cost.value() / 1e9;
  }

  /**
   * Wall seconds for so many; where they are not known, those of one core that does nothing else.
   */
  double warmWallS(double bytes) {
    return Double.isNaN(wallNs) ? warmCoreS(bytes) : bytes * wallNs / 1e9;
  }

  /** The same with its costs multiplied; the wall time goes with the cost. */
  OperationFigures times(double costFactor, double coldFactor) {
    return new OperationFigures(
        byteBase,
        cost.times(costFactor),
        wallNs * costFactor,
        coldCost.times(coldFactor),
        coldWallS * coldFactor,
        taskShare);
  }
}
