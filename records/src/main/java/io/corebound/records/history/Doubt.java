package io.corebound.records.history;

import io.corebound.records.units.Refuse;

/**
 * Something in a history that makes figures from it doubtful.
 *
 * @param count of what its kind says
 * @param example the first of them, such as an attempt's id or an event's type; empty for none
 */
public record Doubt(Kind kind, long count, String example) {
  public Doubt {
    Refuse.when(kind == null || example == null, "a doubt has a kind and an example");
  }

  public static Doubt of(Kind kind) {
    return new Doubt(kind, 1, "");
  }

  /** What can be wrong. Those that a reader finds come first; the analysis finds the others. */
  public enum Kind {
    /** The file ends within an event; count: whole events before that. */
    CUT,
    /** Events that were not understood; count: of them; example: the first one's type. */
    UNKNOWN_EVENTS,
    /** Events of another job, which are left out; count: of them; example: an id of it. */
    OTHER_JOB,
    /**
     * Events of attempts beside which another task is named; count: of them; example: that task.
     */
    TWO_TASKS,
    /** There was no job.xml: settings are Hadoop's defaults. */
    NO_CONFIGURATION,
    /** The job.xml beside it could not be read, as above; example: why. */
    BROKEN_CONFIGURATION,
    /**
     * Settings of the job.xml that cannot be read: Hadoop's defaults stand for them; count: of
     * them; example: all their keys.
     */
    UNREAD_SETTINGS,
    /** There is no event of the job's end. */
    NO_FINISH,
    /**
     * No attempt of a type counted CPU time; example: {@code map}, {@code reduce} or {@code task}.
     */
    NO_CPU,
    /** Some attempts that succeeded counted no CPU time; count: of them. */
    SOME_WITHOUT_CPU,
    /** Attempts that succeeded without counters; count: of them. */
    NO_COUNTERS,
    /** It was submitted long before anything of it started; count: seconds. */
    EARLY_SUBMIT,
    /** It was launched before it was submitted; count: seconds. */
    LATE_SUBMIT,
    /** It finished before its last task did; count: seconds. */
    EARLY_FINISH,
    /** It finished long after its last task did; count: seconds. */
    LATE_FINISH,
    /** Attempts long before or after the job; count: of attempts; example: the first one. */
    OUTSIDE,
    /** There are more reduces than the job says; count: of those beyond. */
    UNDECLARED_REDUCE,
    /** Attempts without an end, though the history has that of the job; count: of them. */
    OPEN_ATTEMPTS,
    /** The job says there are more tasks that succeeded than there are; count: missing ones. */
    MISSING_TASKS,
    /** Moments that go backwards; count: of attempts; example: the first one. */
    BACKWARDS,
    /** Its tasks ran within its master: their counters hold the master's work too. */
    UBER,
    /** The counters of its attempts do not add up to the job's; example: the counter. */
    TOTALS,
    /** Reduces read other records than maps left; count: the difference. */
    RECORDS,
    /**
     * Its input is erasure-coded, and so is its output perhaps; count: bytes that were read so;
     * example: how often a byte of output is taken to be written, empty if it is replicated.
     */
    ERASURE_CODED,
    /** Input or output is on paths of {@code file:}, on several nodes; count: bytes. */
    SHARED_FILES,
    /** Attempts took more CPU time than their time and cores allow; count: of attempts. */
    TOO_MUCH_CPU,
    /** Its master started more than once; count: of starts. */
    MASTER_RESTARTED,
    /**
     * Its containers were to start in another way, which the machine has measured; example: how.
     */
    OTHER_START,
    /** The same, which the machine has not measured; example: how. */
    UNMEASURED_START,
    /** Other programs worked while the machine was measured; example: a sentence. */
    DISTURBED_MACHINE
  }
}
