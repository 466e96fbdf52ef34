package io.corebound.hosts;

import io.corebound.hosts.lab.DeviceLimit;
import io.corebound.hosts.lab.LabNetwork;
import io.corebound.hosts.lab.LimitedHost;
import io.corebound.hosts.lab.LoopDevice;
import io.corebound.hosts.lab.NodeLimits;
import io.corebound.hosts.ledger.Ledger;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import io.corebound.records.units.DataRate;
import io.corebound.records.units.DataSize;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What {@code LabCleanUpIT} kills: a process that has made a small lab, with a program on a node
 * that writes to the lab's disk.
 */
final class LabOwner {
  static final DataRate RATE = new DataRate(10);

  private LabOwner() {}

  public static void main(String[] args) throws Exception {
    LocalHost host = new LocalHost(args[1], "here");
    Ledger ledger = Ledger.open(Path.of(args[0]), args[1]);
    Path folder = ledger.folder(Path.of(args[2]));
    LoopDevice device =
        LoopDevice.make(
            host,
            ledger,
            folder.resolve("image"),
            DataSize.ofMebibytes(64),
            folder.resolve("mount"));
    device.giveTo("nobody");
    device.limit(DeviceLimit.of(RATE));
    LabNetwork network = LabNetwork.make(host, ledger, List.of("master", "worker1"));
    network.shape(DataRate.parse("100Mbit/s"));
    LimitedHost worker =
        LimitedHost.make(
            network.node("worker1"),
            ledger,
            new NodeLimits(List.of(0), DataSize.ofMebibytes(64), "nobody"));
    String script = args[3] + "while :; do dd if=/dev/zero of=block bs=1M count=8; sleep 0.1; done";
    worker.start(
        new Command(
            List.of("sh", "-c", script), Map.of(), device.mountPoint(), Duration.ofMinutes(10)),
        folder.resolve("out"),
        folder.resolve("err"));
    System.out.println(device.name());
    Thread.sleep(600_000);
  }
}
