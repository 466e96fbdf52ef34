package io.corebound.analysis.study.plan;

import io.corebound.analysis.Sentences;
import io.corebound.records.config.NetworkFile;

/** The link of a planned node, with the figure that is stated for it. */
public record NetworkTier(String name, NetworkFile file) {

  /** Refuses a real interface, which states no figure. */
  public NetworkTier {
    if (file.real()) {
      throw Sentences.refusal("plan.real-network", name);
    }
  }

  /** Its figure in words. */
  String words() {
    return "network " + file.rate().display() + " (" + name + ")";
  }
}
