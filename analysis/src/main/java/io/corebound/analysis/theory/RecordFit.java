package io.corebound.analysis.theory;

import java.util.Map;

/**
 * A line through what an operation costs with records of several sizes, by least squares of parts:
 * a cost is uncertain by a part of itself, and of a small record the nanoseconds are few.
 *
 * @param recordNs core-nanoseconds a record, whatever its size; below 0 where noise says so
 * @param byteNs core-nanoseconds for each of its bytes
 */
record RecordFit(double recordNs, double byteNs) {

  /**
   * Of two sizes or more, exact for two.
   *
   * @param nsPerByte core-nanoseconds a byte, above 0, by bytes of a record
   */
  static RecordFit of(Map<Double, Double> nsPerByte) {
    double records = 0;
    double bytes = 0;
    double recordsSquared = 0;
    double bytesSquared = 0;
    double both = 0;
    for (Map.Entry<Double, Double> size : nsPerByte.entrySet()) {
      // the fitted cost is recordNs * record + byteNs * ofByte times the measured one
      double ofByte = 1 / size.getValue();
      double record = ofByte / size.getKey();
      records += record;
      bytes += ofByte;
      recordsSquared += record * record;
      bytesSquared += ofByte * ofByte;
      both += record * ofByte;
    }
    double determinant = recordsSquared * bytesSquared - both * both;
    return new RecordFit(
        (records * bytesSquared - bytes * both) / determinant,
        (bytes * recordsSquared - records * both) / determinant);
  }

  /**
   * The part, from 0 to 1, of what a record of so many bytes costs that its bytes do not change.
   */
  double part(double recordBytes) {
    double all = recordNs + byteNs * recordBytes;
    return Math.max(0, Math.min(1, recordNs / all));
  }
}
