package io.corebound.collectors.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.collectors.RealProbes;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.OtherLoad;
import io.corebound.hosts.process.Outcome;
import io.corebound.hosts.process.Watch;
import io.corebound.records.run.Measurement;
import io.corebound.records.units.CoreboundException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The real probes of the network on this machine, each for a second or two. */
class ProbeIT extends RealProbes {
  @Test
  void iperfMeasuresLoopbackOnly() throws Exception {
    assertLoopbackStream(new Iperf3(), 2);
  }

  @Test
  void netperfMeasuresLoopbackOnly() throws Exception {
    assertLoopbackStream(new Netperf(), 1);
  }

  @Test
  void rowsCiteTheFilesOfTheAttemptsThatCount() throws Exception {
    for (Probe probe : List.of(new Iperf3(), new Fio())) {
      assumeThere(probe);
      AtomicInteger attempts = new AtomicInteger();
      Watch quieterAgain =
          new Watch(
              () ->
                  () ->
                      new OtherLoad(1, 0, Map.of("make", 100.0 * (attempts.incrementAndGet() % 2))),
              null);
      assertThat(probe.measure(host, folder, run(), TINY, quieterAgain))
          .isNotEmpty()
          .allMatch(row -> row.rawFile().matches(".*-again(-threads)?\\.[a-z]+"))
          .allMatch(row -> Files.isRegularFile(run().root().resolve(row.rawFile())));
    }
  }

  private void assertLoopbackStream(Probe probe, int rowCount) throws Exception {
    assumeThere(probe);
    Set<String> seen = new HashSet<>();
    Thread watcher = watchListeners(seen);
    List<Measurement> rows = probe.measure(host, folder, run(), TINY, Watch.blind());
    watcher.interrupt();
    watcher.join();
    assertThat(rows).hasSize(rowCount);
    assertThat(ProbeOutput.note(run())).isEmpty();
    assertRate(rows.get(0), "network.stream");
    assertThat(rows.get(0).byteBase()).isEqualTo("payload");
    assertThat(run().root().resolve(rows.get(0).rawFile())).isRegularFile();
    assertThat(seen).isNotEmpty().allMatch(address -> address.startsWith("127.0.0.1:"));
  }

  /** Addresses that netserver or iperf3 listen on, by ss, until the thread is interrupted. */
  private Thread watchListeners(Set<String> seen) {
    Thread thread =
        new Thread(
            () -> {
              while (!Thread.currentThread().isInterrupted()) {
                try {
                  Outcome sockets = host.run(Command.of(Duration.ofSeconds(5), "ss", "-Hltnp"));
                  sockets
                      .out()
                      .lines()
                      .filter(line -> line.contains("netserver") || line.contains("iperf3"))
                      .forEach(line -> seen.add(line.strip().split("\\s+")[3]));
                  Thread.sleep(100);
                } catch (InterruptedException | CoreboundException e) {
                  return;
                }
              }
            });
    thread.start();
    return thread;
  }
}
