package io.corebound.analysis.study.score;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Whether the cells of a run are ones that nobody could know when the model was made that predicted
 * them: at its commit the repository had no job of the same tier, data and settings.
 *
 * @param seenIn the file in the repository that has such a job, by the cell's name without the
 *     number of the repetition
 * @param whyUnknown why that is not known; else empty
 */
public record Unseen(String commit, Map<String, String> seenIn, String whyUnknown) {

  /** Copies the map, in the order of the names. */
  public Unseen {
    seenIn = Collections.unmodifiableMap(new TreeMap<>(seenIn));
  }

  /** Nobody can tell. */
  public static Unseen unknown(String commit, String why) {
    return new Unseen(commit, Map.of(), why);
  }

  /** Looks a run's cells up among the jobs that the repository had at the commit, by file. */
  public static Unseen of(ScoredRun run, Map<String, Work> committed) {
    Map<String, String> seenIn = new TreeMap<>();
    for (ScoredJob cell : run.cells()) {
      committed.forEach(
          (file, earlier) -> {
            if (cell.work() != null && cell.work().same(earlier)) {
              seenIn.putIfAbsent(cell.name(), file);
            }
          });
    }
    return new Unseen(run.source().commit(), seenIn, "");
  }

  /** Why a cell is not unseen; empty where it is, or where that is not known. */
  List<Remark> whyNot(ScoredJob cell) {
    String file = seenIn.get(cell.name());
    return file == null ? List.of() : List.of(Remark.of(Remark.Kind.SEEN, file, commit));
  }
}
