package io.corebound.analysis.pages.report.sweep;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Block.Cell;
import io.corebound.analysis.pages.page.Block.Row;
import io.corebound.analysis.pages.page.Sentences;
import io.corebound.analysis.pages.report.sweep.UnitsCurve.Point;
import java.util.ArrayList;
import java.util.List;

/** What Yamada, Goda and Kitsuregawa found of a scan over units, beside each curve of a sweep. */
final class UnitsFindings {
  /** Their 16 disks are 8 units. */
  private static final int SATURATED_FROM = 8;

  /** "Well below" the raw units. */
  private static final double WELL_BELOW = 0.5;

  /** They saw 44 % of the CPU used; below this much it has room. */
  private static final double HAS_ROOM = 0.6;

  /** "Nearly 100 % of one core". */
  private static final double NEARLY_ALL = 0.8;

  private UnitsFindings() {}

  static Block table(Sentences say, List<UnitsCurve> curves) {
    List<Row> rows = new ArrayList<>();
    for (UnitsCurve curve : curves) {
      Point last = curve.last();
      double ofRaw = last.mbPerS() / last.rawOne();
      if (!Double.isNaN(ofRaw)) {
        rows.add(row(say, curve, "ofRaw", ofRaw, ofRaw <= WELL_BELOW));
      }
      int full = curve.saturation().units();
      if (last.units() > SATURATED_FROM) {
        boolean grew = full > curve.points().get(0).units();
        rows.add(row(say, curve, "saturated", full, grew && full <= SATURATED_FROM));
      }
      double busy = last.cpu().user() + last.cpu().system();
      if (!Double.isNaN(busy)) {
        rows.add(row(say, curve, "room", busy, busy <= HAS_ROOM));
        double ofTask = busy * last.cores() / (last.tasks() * last.nodes());
        if (last.tasks() > 0) {
          rows.add(row(say, curve, "ofTask", ofTask, ofTask >= NEARLY_ALL));
        }
      }
    }
    return say.table("findings", "units-findings", rows);
  }

  private static Row row(
      Sentences say, UnitsCurve curve, String finding, double here, boolean same) {
    List<String> words = say.parts(finding, "here", here, "last", curve.last());
    return Row.of(
        curve.name(),
        words.get(0),
        words.get(1),
        Cell.toned(same ? "the same" : "differs", same ? "good" : ""));
  }
}
