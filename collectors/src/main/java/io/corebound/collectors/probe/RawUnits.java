package io.corebound.collectors.probe;

import io.corebound.collectors.output.MalformedOutput;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataRate;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Sequential reading of block devices themselves by {@code fio}, past file systems and page cache:
 * by one stream over all of them in turn, as a striped volume is read, and by one stream for each.
 * Nothing is written. It takes the right to read them.
 */
public final class RawUnits {
  /** Requests under way for each device. */
  private static final int DEPTH = 4;

  private RawUnits() {}

  /**
   * Measures.
   *
   * @return MB/s over all devices, by the number of streams: 1, and as many as devices
   * @throws CoreboundException (failed) with what fio said
   */
  public static Map<Integer, DataRate> measure(
      Host host, List<Path> devices, RunDirectory run, Duration length) {
    String all = devices.stream().map(Path::toString).collect(Collectors.joining(":"));
    int depth = DEPTH * devices.size();
    Map<Integer, DataRate> rates = new TreeMap<>();
    rates.put(
        1,
        read(
            host,
            run,
            length,
            List.of(
                "--name=raw",
                "--filename=" + all,
                "--file_service_type=roundrobin",
                "--iodepth=" + depth)));
    if (devices.size() > 1) {
      List<String> each = new ArrayList<>();
      for (Path device : devices) {
        each.addAll(
            List.of(
                "--name=" + device.getFileName(), "--filename=" + device, "--iodepth=" + DEPTH));
      }
      rates.put(devices.size(), read(host, run, length, each));
    }
    return rates;
  }

  private static DataRate read(Host host, RunDirectory run, Duration length, List<String> jobs) {
    List<String> command =
        new ArrayList<>(
            List.of(
                "fio",
                "--output-format=json",
                "--readonly",
                "--name=global",
                "--rw=read",
                "--bs=1M",
                "--direct=1",
                "--ioengine=libaio",
                "--time_based",
                "--runtime=" + length.toSeconds()));
    command.addAll(jobs);
    Outcome outcome =
        host.run(new Command(command, Map.of(), null, length.multipliedBy(3).plus(FioJob.SHORT)));
    long streams = jobs.stream().filter(word -> word.startsWith("--name=")).count();
    Path raw = Fio.raw(run, "raw-read-" + streams);
    ProbeOutput.write(raw, outcome.out(), outcome.err());
    try {
      FioJob.Result result = FioJob.parse(outcome.out(), "read");
      if (outcome.ok() && result.error() == 0) {
        return new DataRate(result.megabytesPerSecond());
      }
    } catch (MalformedOutput e) {
      // its last words say more
    }
    throw CoreboundException.failed(
        "fio could not read the units of a disk on host %s: %s; its output is in %s"
            .formatted(host.name(), outcome.lastWords(), raw));
  }
}
