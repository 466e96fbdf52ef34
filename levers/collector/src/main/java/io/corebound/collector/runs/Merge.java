package io.corebound.collector.runs;

import java.io.IOException;
import java.util.List;

/**
 * Merges sources by a tree of losers: each inner node has the source that lost there, so that the
 * next winner is found by one comparison a level. Of equal keys those of the earlier source come
 * first.
 */
public final class Merge {
  private static final long LAST = -1L;

  private final Source[] sources;
  private final KeyOrder order;
  private final int[] losers;
  private final boolean[] ended;
  private int winner;

  /** Takes sources that stand before their first records. */
  Merge(List<? extends Source> sources, KeyOrder order) throws IOException {
    this.sources = sources.toArray(new Source[0]);
    this.order = order;
    int count = this.sources.length;
    losers = new int[count];
    // nothing to merge is one source without records
    ended = new boolean[Math.max(1, count)];
    ended[0] = count == 0;
    for (int i = 0; i < count; i++) {
      step(i);
    }
    winner = count < 2 ? 0 : play(1);
  }

  /** Plays all matches below a node of a heap whose leaves are the sources; returns who won. */
  private int play(int node) {
    int count = sources.length;
    if (node >= count) {
      return node - count;
    }
    int left = play(2 * node);
    int right = play(2 * node + 1);
    boolean rightWins = before(right, left);
    losers[node] = rightWins ? left : right;
    return rightWins ? right : left;
  }

  private void step(int source) throws IOException {
    if (!sources[source].advance()) {
      ended[source] = true;
      sources[source].prefix = LAST;
    }
  }

  private boolean before(int first, int second) {
    Source a = sources[first];
    Source b = sources[second];
    if (a.prefix != b.prefix) {
      return a.prefix + Long.MIN_VALUE < b.prefix + Long.MIN_VALUE;
    }
    if (ended[first] || ended[second]) {
      return !ended[first];
    }
    int compared = Source.compareKeys(a, b, order);
    return compared < 0 || compared == 0 && first < second;
  }

  /** The source with the smallest key, or null when all have ended. */
  public Source top() {
    return ended[winner] ? null : sources[winner];
  }

  /** Writes all records. */
  public void copyTo(SegmentWriter writer) throws IOException {
    if (sources.length > 1) {
      for (Source top = top(); top != null; top = top()) {
        top.copyTo(writer);
        next();
      }
    } else if (!ended[0]) {
      Source only = sources[0];
      do {
        only.copyTo(writer);
      } while (only.advance());
    }
  }

  /** Takes the next record of the source with the smallest key. */
  void next() throws IOException {
    step(winner);
    for (int node = (winner + sources.length) >>> 1; node > 0; node >>>= 1) {
      int loser = losers[node];
      if (before(loser, winner)) {
        losers[node] = winner;
        winner = loser;
      }
    }
  }
}
