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
 * @param jobCoreS core-seconds of a job while none of its tasks runs: from its submission to its
 *     first map, and from its last task to its finish, without an idle cluster's
 * @param runningCores cores of the whole cluster that are busy while the job's tasks do nothing;
 *     null where it was not measured
 * @param submitToFirstMapS submission to the start of the first map
 * @param masterCoreS core-seconds of the ApplicationMaster in that time; null where they were not
 *     measured
 * @param masterCores cores of the node on which it was measured
 * @param mapsEndToFirstReduceS end of the last map to the start of the first reduce
 * @param lastTaskToFinishS end of the last task to the job's finish
 * @param clientS start of a client to the submission of its empty job; null where it was not
 *     measured
 * @param clientCoreS core-seconds in that time, without an idle cluster's; null as above
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
    Figure masterCoreS,
    int masterCores,
    Figure mapsEndToFirstReduceS,
    Figure lastTaskToFinishS,
    Figure clientS,
    Figure clientCoreS) {

  /** Cores that a starting JVM can use at once: its main thread and the compiler's. */
  static final double PARALLELISM = 2;

  /**
   * Submission to the start of the first map: waiting, which is the same everywhere, and the
   * ApplicationMaster's work on as many cores as it gets.
   *
   * @param freeCores of its node
   * @param busyThen cores that the idle cluster kept busy on the node of the measurement
   */
  double submitToFirstMapS(double freeCores, double busyThen) {
    double measuredS = submitToFirstMapS.value();
    if (masterCoreS == null) {
      return measuredS;
    }
    double waitS = Math.max(0, measuredS - masterCoreS.value() / granted(masterCores - busyThen));
    return waitS + masterCoreS.value() / granted(freeCores);
  }

  private static double granted(double freeCores) {
    return Math.min(PARALLELISM, Math.max(Simulation.LEAST_FREE_CORES, freeCores));
  }

  /**
   * The same with every figure drawn anew.
   *
   * @param speed how much dearer all work is then; an empty task's time is mostly work and is
   *     multiplied too, and of the time until the first map the ApplicationMaster's work is; the
   *     other ones are not
   */
  StartFigures draw(RandomGenerator random, double speed) {
    StartFigures drawn = drawn(random, speed);
    return masterCoreS == null ? drawn : drawn.withMaster(speed);
  }

  private StartFigures withMaster(double speed) {
    double moreS = masterCoreS.value() * (speed - 1) / granted(masterCores);
    return new StartFigures(
        containerCoreS,
        concurrent,
        turnaroundS,
        emptyMapS,
        emptyReduceS,
        jobCoreS,
        runningCores,
        Figure.exact(submitToFirstMapS.value() + moreS),
        masterCoreS.times(speed),
        masterCores,
        mapsEndToFirstReduceS,
        lastTaskToFinishS,
        clientS,
        clientCoreS);
  }

  private StartFigures drawn(RandomGenerator random, double speed) {
    return new StartFigures(
        Machine.times(Machine.draw(containerCoreS, random), speed),
        concurrent,
        Machine.draw(turnaroundS, random),
        Machine.times(Machine.draw(emptyMapS, random), speed),
        Machine.times(Machine.draw(emptyReduceS, random), speed),
        Machine.times(Machine.draw(jobCoreS, random), speed),
        Machine.times(Machine.draw(runningCores, random), speed),
        Machine.draw(submitToFirstMapS, random),
        Machine.draw(masterCoreS, random),
        masterCores,
        Machine.draw(mapsEndToFirstReduceS, random),
        Machine.draw(lastTaskToFinishS, random),
        Machine.draw(clientS, random),
        Machine.times(Machine.draw(clientCoreS, random), speed));
  }
}
