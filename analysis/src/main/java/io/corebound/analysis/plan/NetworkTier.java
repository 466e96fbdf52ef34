package io.corebound.analysis.plan;

import io.corebound.records.config.NetworkFile;
import io.corebound.records.units.CoreboundException;

/**
 * The link of a planned node, with the figure that is stated for it.
 *
 * @param name of the network file
 * @param file what a link carries
 */
public record NetworkTier(String name, NetworkFile file) {

  /** Refuses a real interface, which states no figure. */
  public NetworkTier {
    if (file.real()) {
      throw CoreboundException.invalidInput(
          "network "
              + name
              + " is a real interface, and states no figure; measure it with 'corebound probe"
              + " network', and give that run as --base");
    }
  }

  /** Its figure in words. */
  String words() {
    return "network " + file.rate().display() + " (" + name + ")";
  }
}
