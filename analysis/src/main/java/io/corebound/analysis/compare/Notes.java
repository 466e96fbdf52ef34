package io.corebound.analysis.compare;

import io.corebound.analysis.page.Words;
import io.corebound.records.run.State;
import java.util.ArrayList;
import java.util.List;

/** What is to be known of the runs before their figures are read. */
final class Notes {
  private Notes() {}

  static List<String> of(List<ComparedRun> a, List<ComparedRun> b) {
    List<String> notes = new ArrayList<>();
    side("A", a, notes);
    side("B", b, notes);
    return notes;
  }

  private static void side(String name, List<ComparedRun> runs, List<String> notes) {
    for (ComparedRun run : runs) {
      state(run, notes);
    }
    List<String> differing = EnvironmentDifference.within(runs);
    if (!differing.isEmpty()) {
      notes.add(
          "The runs on side "
              + name
              + " are not of one setting; they differ in "
              + Words.list(differing)
              + ".");
    }
  }

  static void state(ComparedRun run, List<String> notes) {
    if (run.manifest().state() != State.OK) {
      notes.add(
          run.id()
              + " ended "
              + run.manifest().state()
              + (run.manifest().reason().isBlank() ? "" : ": " + run.manifest().reason())
              + "; what it measured before is compared.");
    }
  }
}
