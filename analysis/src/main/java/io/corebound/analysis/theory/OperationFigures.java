package io.corebound.analysis.theory;

/**
 * What an operation takes on a machine.
 *
 * @param byteBase which bytes its figures count: {@code payload}, {@code serialized}, {@code
 *     ifile}, {@code compressed}, {@code wire} or {@code file}
 * @param recordBytes of a record that it was measured with, in these bytes; 0 where not known
 * @param costNs core-nanoseconds a byte, warm, every process counted, one core busy
 * @param wallNs wall nanoseconds a byte of one thread, warm; NaN where not known
 * @param coldCoreS core-seconds that the first use in a fresh JVM takes beyond that
 * @param taskShare part of the cost that the process which asks for the operation spends itself
 */
public record OperationFigures(
    String byteBase,
    double recordBytes,
    double costNs,
    double wallNs,
    double coldCoreS,
    double coldWallS,
    double taskShare) {
  /** Of one that was not measured: it takes nothing. */
  static final OperationFigures NOT_MEASURED = new OperationFigures("payload", 0, 0, 0, 0, 0, 1);

  /**
   * How many times as much a byte of other records costs; 1 where the size of the measured ones is
   * not known.
   *
   * @param byRecord the part of the cost that goes with the number of records
   * @param ownBytes of one of them
   */
  double recordFactor(double byRecord, double ownBytes) {
    return recordBytes > 0 ? 1 + byRecord * (recordBytes / ownBytes - 1) : 1;
  }

  /** Core-seconds for so many bytes, once everything is compiled. */
  double warmCoreS(double bytes) {
    return bytes * costNs / 1e9;
  }

  /** Wall seconds for so many; those of one core that does nothing else where not known. */
  double warmWallS(double bytes) {
    return Double.isNaN(wallNs) ? warmCoreS(bytes) : bytes * wallNs / 1e9;
  }
}
