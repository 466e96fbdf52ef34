package io.corebound.memory;

import io.corebound.memory.pingpong.PingPongProcess;

/** One end of a link that is measured; see the package for its command line. */
public final class PingPong {
  private PingPong() {}

  public static void main(String[] arguments) {
    Ending.end(() -> PingPongProcess.run(arguments));
  }
}
