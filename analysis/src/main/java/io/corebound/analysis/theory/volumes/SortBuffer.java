package io.corebound.analysis.theory.volumes;

import java.util.ArrayList;
import java.util.List;

/**
 * How often a map task spills: {@code MapTask.MapOutputBuffer} begins a spill when serialized bytes
 * and metadata reach {@code mapreduce.map.sort.spill.percent} of {@code mapreduce.task.io.sort.mb}
 * (whole MiB), and spills what is left at the end.
 */
final class SortBuffer {
  private static final int METADATA_BYTES = 16;

  private SortBuffer() {}

  /** Records of each spill; {@code recordBytes} in the buffer, metadata included. */
  static List<Double> spills(
      double records, long recordBytes, long bufferBytes, double spillThreshold) {
    long buffer = bufferBytes >> 20 << 20;
    buffer -= buffer % METADATA_BYTES;
    double softLimit = Math.floor(buffer * spillThreshold);
    double recordsPerSpill = Math.ceil(softLimit / recordBytes);
    List<Double> spills = new ArrayList<>();
    for (double left = records; left > 0; left -= recordsPerSpill) {
      spills.add(Math.min(left, recordsPerSpill));
    }
    return spills;
  }
}
