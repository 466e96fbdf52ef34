package io.corebound.hosts.process;

import java.nio.file.Path;
import java.time.Duration;

/** What {@code LocalHostTest} kills: a process with a guard and a program that hears no SIGTERM. */
final class GuardOwner {
  private GuardOwner() {}

  public static void main(String[] args) throws Exception {
    LocalHost host = new LocalHost(args[0], "here");
    Guard guard = host.guard();
    host.start(
        Command.of(
            Duration.ofMinutes(1), "sh", "-c", "trap '' TERM; setsid sleep 300 & sleep 300; wait"),
        Path.of(args[1], "out"),
        Path.of(args[1], "err"));
    System.out.println("made " + guard);
    Thread.sleep(60_000);
  }
}
