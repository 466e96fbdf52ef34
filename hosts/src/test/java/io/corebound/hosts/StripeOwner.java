package io.corebound.hosts;

import io.corebound.hosts.lab.DeviceLimit;
import io.corebound.hosts.lab.LoopDevice;
import io.corebound.hosts.lab.Stripe;
import io.corebound.hosts.ledger.Ledger;
import io.corebound.hosts.process.LocalHost;
import io.corebound.records.units.DataRate;
import io.corebound.records.units.DataSize;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What {@code StripeIT} kills: a process that has made a file system over several devices. */
public final class StripeOwner {
  private StripeOwner() {}

  public static void main(String[] args) throws Exception {
    LocalHost host = new LocalHost(args[1], "here");
    Ledger ledger = Ledger.open(Path.of(args[0]), args[1]);
    Path folder = ledger.folder(Path.of(args[2]));
    List<LoopDevice> devices = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      LoopDevice device =
          LoopDevice.raw(host, ledger, folder.resolve("image-" + i), DataSize.ofMebibytes(512));
      device.limit(DeviceLimit.of(new DataRate(10)));
      devices.add(device);
    }
    Stripe stripe = Stripe.make(host, ledger, devices, folder.resolve("mount"));
    Files.writeString(stripe.mountPoint().resolve("file"), "lost");
    System.out.println("made");
    Thread.sleep(600_000);
  }
}
