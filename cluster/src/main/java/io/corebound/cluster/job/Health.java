package io.corebound.cluster.job;

import java.util.List;

/** What is broken of a cluster's nodes beside its daemons; neither method fails. */
public interface Health {
  /** Of a cluster of whose disks and links nothing is known. */
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
   * What can be seen without I/O, so also while a job is measured.
   *
   * @return a sentence for each disk and link, with its node; empty when all is well
   */
  List<String> seen();

  /** The same, after what is dirty was written to the disks. */
  List<String> tried();
}
