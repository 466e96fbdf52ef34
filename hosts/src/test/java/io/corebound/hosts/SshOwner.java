package io.corebound.hosts;

import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.ssh.SshHost;
import java.nio.file.Path;
import java.time.Duration;

/** What {@code SshHostIT} kills: a process that has a program running on a node. */
public final class SshOwner {
  private SshOwner() {}

  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[2]);
    SshHost node =
        SshHost.open(
            new LocalHost(args[0], "here"), args[1], "node", folder.resolve("s"), SshHost.GRACE);
    node.start(
        Command.of(
            Duration.ofMinutes(1),
            "sh",
            "-c",
            "trap '' TERM; echo $$; setsid sh -c 'echo $$; exec sleep 300' & sleep 300; sleep 300"),
        folder.resolve("out"),
        folder.resolve("err"));
    System.out.println(node.folder());
    Thread.sleep(60_000);
  }
}
