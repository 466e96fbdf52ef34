package io.corebound.analysis.model;

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
 * @param submitToFirstMapS submission to the start of the first map
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
    Figure submitToFirstMapS,
    Figure mapsEndToFirstReduceS,
    Figure lastTaskToFinishS) {}
