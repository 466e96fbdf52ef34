package io.corebound.records.history;

/** Where a map ran, seen from the nodes that its task's split is on. */
public enum Locality {
  /** On one of them. */
  NODE,
  /** In the rack of one of them. */
  RACK,
  /** Anywhere else. */
  ELSEWHERE,
  /** The split names no node, or the attempt is a reduce's. */
  UNKNOWN
}
