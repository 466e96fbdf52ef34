package io.corebound.analysis.study.nodes;

import io.corebound.analysis.study.compare.FigureKey;

/** Figures that one cause moves together. */
public enum FigureGroup {
  /** Operations on a core, and what memory carries. */
  CORE,
  /** The start of containers, jobs and clients, and the idle cluster. */
  START,
  DISK,
  /** What it sends to others and receives. */
  LINK;

  static FigureGroup of(FigureKey key) {
    if (key.name().startsWith("disk.")) {
      return DISK;
    }
    if (key.name().startsWith("network.")) {
      return LINK;
    }
    boolean core = key.kind() == FigureKey.Kind.OPERATION || key.name().startsWith("memory.");
    return core ? CORE : START;
  }
}
