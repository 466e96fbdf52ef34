package io.corebound.analysis.study.score;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * Why something of a run is not scored.
 *
 * @param run where several runs are scored together, the one that it is of; else empty
 * @param what the cell, the file, or the engine that it is about
 * @param values numbers and texts that belong to the kind
 */
public record Remark(
    @JsonInclude(JsonInclude.Include.NON_EMPTY) String run,
    Kind kind,
    String what,
    List<Object> values) {
  /** What is wrong; the values that go with it in parentheses. */
  public enum Kind {
    /** A cell of fewer repetitions than needed (the number, those needed). */
    FEW_REPETITIONS,
    /** A cell of a large fixed cost (in percent of the time, the most). */
    FIXED_COST,
    /** A file of the repository that already had such a job (the commit). */
    SEEN,
    NO_PREDICTION,
    NO_JOB,
    NOT_RUN,
    /** A cell that did not end well (its state, its reason). */
    ENDED,
    /** Cells of another engine (how many). */
    OTHER_ENGINE,
    NEVER_FROZEN,
    /** A prediction that was changed after it was frozen (its hash, the frozen one). */
    CHANGED,
    FROZEN_LATE,
    MISSING,
    /** A prediction that is not that of the cell's repetition before. */
    DIFFERS
  }

  static Remark of(Kind kind, String what, Object... values) {
    return new Remark("", kind, what, List.of(values));
  }

  Remark of(String other) {
    return new Remark(other, kind, what, values);
  }
}
