package io.corebound.analysis.study.explain;

import io.corebound.analysis.study.account.Course;
import io.corebound.analysis.study.account.RanJob;
import io.corebound.records.history.Attempt;
import io.corebound.records.history.TaskType;

/**
 * Slots, as many as the job had tasks at once, and how long they did nothing.
 *
 * @param mapsAtOnce the most maps that ran at once
 * @param reducesAtOnce the most reduces
 * @param beforeFirstMapS seconds from the job's start to the first map
 * @param waitingForMapsS seconds that reduces held slots while maps had not ended, all together
 * @param emptyS seconds that the slots of maps were empty before the last map's end, all together
 */
public record Slots(
    int mapsAtOnce,
    int reducesAtOnce,
    double beforeFirstMapS,
    double waitingForMapsS,
    double emptyS) {
  static Slots of(RanJob ran) {
    Course course = new Course(ran);
    int maps = course.peak(TaskType.MAP);
    long[] ofMaps = {ran.moments().firstMapMs(), ran.moments().mapsEndMs()};
    double running = 0;
    double waiting = 0;
    for (Attempt a : ran.job().attempts()) {
      long start = a.times().startMs();
      if (a.isMap()) {
        running += Course.overlapMs(start, a.times().finishMs(), ofMaps);
      } else {
        long fetched = a.times().shuffleFinishMs();
        waiting += Course.overlapMs(start, fetched < 0 ? a.times().finishMs() : fetched, ofMaps);
      }
    }
    double all = (double) maps * (ofMaps[1] - ofMaps[0]);
    return new Slots(
        maps,
        course.peak(TaskType.REDUCE),
        (ran.moments().firstMapMs() - ran.moments().startMs()) / 1e3,
        waiting / 1e3,
        Math.max(0, all - running) / 1e3);
  }
}
