package io.corebound.app.nodes;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Rounds in which each of some nodes is in one pair at most, and all pairs meet both ways. */
final class LinkRounds {
  /** A link's ends, by their numbers. */
  record Pair(int from, int to) {}

  private LinkRounds() {}

  /** The rounds of a tournament (the circle method), then the same with ends changed. */
  static List<List<Pair>> of(int nodes) {
    List<Integer> places = new ArrayList<>();
    for (int node = 1; node < nodes + nodes % 2; node++) {
      places.add(node);
    }
    List<List<Pair>> rounds = new ArrayList<>();
    for (int round = 0; round < places.size(); round++) {
      List<Integer> circle = new ArrayList<>(List.of(0));
      circle.addAll(places);
      List<Pair> there = new ArrayList<>();
      List<Pair> back = new ArrayList<>();
      for (int i = 0; i < circle.size() / 2; i++) {
        int one = circle.get(i);
        int other = circle.get(circle.size() - 1 - i);
        // of an odd number one has a rest
        if (one < nodes && other < nodes) {
          there.add(new Pair(one, other));
          back.add(new Pair(other, one));
        }
      }
      rounds.add(there);
      rounds.add(back);
      Collections.rotate(places, 1);
    }
    return rounds;
  }
}
