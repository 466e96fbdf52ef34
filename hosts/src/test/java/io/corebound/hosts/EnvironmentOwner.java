package io.corebound.hosts;

import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import java.time.Duration;

/** What {@code ToolEnvironmentTest} starts: a process that says what its programs have. */
public final class EnvironmentOwner {
  private EnvironmentOwner() {}

  public static void main(String[] args) {
    Command env = Command.of(Duration.ofSeconds(20), "env").with("S_TIME_FORMAT", "ISO");
    LocalHost host = LocalHost.forQuestions();
    System.out.println(host.run(env).out() + "then\n" + host.run(env.asUser()).out());
  }
}
