package io.corebound.analysis.model;

import java.util.random.RandomGenerator;

/**
 * What containers and jobs take without any data, measured by empty jobs.
 *
 * @param containerCoreS core-seconds of one more empty map container, every process counted
 * @param concurrent containers that started at once while this was measured, on all nodes
 * @param turnaroundS time that a slot is empty between one task's finish and the next one's start
 * @param emptyMapS start to finish of an empty map attempt
 * @param emptyReduceS start to finish of an empty reduce attempt
 * @param jobCoreS core-seconds of an empty job without its tasks (client, ApplicationMaster,
 *     daemons)
 * @param runningCores cores of the whole cluster that are busy while the job's tasks do nothing;
 *     null where it was not measured
 * @param submitToFirstMapS submission to the start of the first map
 * @param submitToFirstMapCoreS core-seconds of the ApplicationMaster's node in that time; null
 *     where they were not measured
 * @param mapsEndToFirstReduceS end of the last map to the start of the first reduce
 * @param lastTaskToFinishS end of the last task to the job's finish
 */
record StartFigures(
    Figure containerCoreS,
    int concurrent,
    Figure turnaroundS,
    Figure emptyMapS,
    Figure emptyReduceS,
    Figure jobCoreS,
    Figure runningCores,
    Figure submitToFirstMapS,
    Figure submitToFirstMapCoreS,
    Figure mapsEndToFirstReduceS,
    Figure lastTaskToFinishS) {

  /**
   * Submission to the start of the first map on a node with so many free cores: no shorter than
   * measured, and longer where fewer cores are free than the ApplicationMaster's node used then.
   */
  double submitToFirstMapS(double freeCores) {
    double least = submitToFirstMapS.value();
    return submitToFirstMapCoreS == null
        ? least
        : Math.max(least, submitToFirstMapCoreS.value() / freeCores);
  }

  /** The same with every figure drawn anew. */
  StartFigures draw(RandomGenerator random) {
    return new StartFigures(
        draw(containerCoreS, random),
        concurrent,
        draw(turnaroundS, random),
        draw(emptyMapS, random),
        draw(emptyReduceS, random),
        draw(jobCoreS, random),
        draw(runningCores, random),
        draw(submitToFirstMapS, random),
        draw(submitToFirstMapCoreS, random),
        draw(mapsEndToFirstReduceS, random),
        draw(lastTaskToFinishS, random));
  }

  private static Figure draw(Figure figure, RandomGenerator random) {
    return figure == null ? null : figure.times(figure.drawFactor(random));
  }
}
