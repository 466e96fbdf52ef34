package io.corebound.analysis.study.compare;

import io.corebound.records.run.RunManifest;
import io.corebound.records.run.State;
import java.util.List;

/**
 * What a reader must know of the runs of a side before the figures: one that did not end well, or
 * else what is not the same in all of them.
 *
 * @param side {@code A} or {@code B}
 * @param run the one that did not end well; empty where the note is of all
 * @param state how it ended; null as above
 * @param different names of what differs within the side
 */
public record Note(String side, String run, State state, String reason, List<String> different) {
  static Note ofRun(String side, RunManifest run) {
    return new Note(side, run.runId(), run.state(), run.reason().strip(), List.of());
  }

  static Note ofSide(String side, List<String> different) {
    return new Note(side, "", null, "", different);
  }
}
