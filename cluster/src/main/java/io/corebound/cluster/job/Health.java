package io.corebound.cluster.job;

import java.util.List;

/** What is broken on a cluster's nodes besides its daemons; no method throws. */
public interface Health {
  /** For a cluster whose disks and links corebound cannot see. */
  Health UNKNOWN =
      new Health() {
        @Override
        public List<String> seen() {
          return List.of();
        }

        @Override
        public List<String> tried() {
          return List.of();
        }
      };

  /**
   * What can be seen without I/O, so that a measured job is not disturbed.
   *
   * @return a sentence for each broken disk or link, with its node; empty when all is well
   */
  List<String> seen();

  /** The same, after dirty pages were written to the disks. */
  List<String> tried();
}
