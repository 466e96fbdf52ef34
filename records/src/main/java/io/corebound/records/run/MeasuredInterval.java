package io.corebound.records.run;

import io.corebound.records.history.Interval;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * A measured interval. {@code overhead} is the rest of the job: its time is what the others leave
 * of the whole, and its start and end are those of the job.
 *
 * @param coreS core-seconds that the whole machine was busy in it (user, system, interrupts)
 */
@RecordBuilder
public record MeasuredInterval(
    Interval name, double startS, double endS, double elapsedS, double coreS)
    implements MeasuredIntervalBuilder.With {}
