package io.corebound.analysis.study.bound;

import io.corebound.records.run.CommandResult.DeviceRate;
import io.corebound.records.run.CommandResult.WatchedHost;
import io.corebound.records.run.Samples;
import io.corebound.records.run.Samples.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Samples of a host with two cores as the collectors deliver them, second by second. */
final class HostSamples {
  static final String HOST = "node";
  static final String OWN = "command";

  /** The moment at which the first sample's interval begins. */
  static final long START = 1_800_000_000L;

  private final Map<String, List<String>> metrics = new LinkedHashMap<>();
  private final Map<String, List<Row>> rows = new LinkedHashMap<>();
  private long now = START;

  static WatchedHost host(DeviceRate... rates) {
    return new WatchedHost(HOST, List.of(0, 1), 2, List.of(rates));
  }

  /** Goes on by a second; what follows is sampled at its end. */
  HostSamples second() {
    now++;
    return this;
  }

  /** Seconds that nobody sampled. */
  HostSamples gap(int seconds) {
    now += seconds;
    return this;
  }

  /** Busy and I/O wait of each core, in percent. */
  HostSamples cpu(double busy0, double wait0, double busy1, double wait1) {
    return cpu("0", busy0, wait0).cpu("1", busy1, wait1);
  }

  /** Those of one core, or of {@code all}. */
  HostSamples cpu(String device, double busy, double wait) {
    List<String> names =
        List.of(
            "user_percent",
            "nice_percent",
            "system_percent",
            "iowait_percent",
            "steal_percent",
            "irq_percent",
            "soft_percent",
            "idle_percent");
    return add("sar-cpu", names, device, busy, 0, 0, wait, 0, 0, 0, 100 - busy - wait);
  }

  HostSamples queue(double run, double blocked) {
    return add("sar-queue", List.of("run_queue", "load_1min", "blocked"), "all", run, 0, blocked);
  }

  HostSamples disk(String device, double read, double write, double util) {
    return add(
        "iostat-disk",
        List.of("read_mb_per_s", "write_mb_per_s", "util_percent"),
        device,
        read,
        write,
        util);
  }

  HostSamples diskWithQueue(String device, double read, double write, double util, double queue) {
    return add(
        "iostat-disk",
        List.of("read_mb_per_s", "write_mb_per_s", "util_percent", "queue_length"),
        device,
        read,
        write,
        util,
        queue);
  }

  HostSamples diskBySar(String device, double read, double write, double util) {
    return add(
        "sar-disk",
        List.of("read_mb_per_s", "write_mb_per_s", "util_percent"),
        device,
        read,
        write,
        util);
  }

  HostSamples network(String device, double received, double transmitted) {
    return add(
        "sar-network",
        List.of("receive_mb_per_s", "transmit_mb_per_s"),
        device,
        received,
        transmitted);
  }

  HostSamples pressure(double some, double full) {
    return add("pressure", List.of("some_percent", "full_percent"), "io", some, full);
  }

  HostSamples own(double percentOfACore) {
    return add("pidstat", List.of("user_percent", "system_percent"), OWN, percentOfACore, 0);
  }

  private HostSamples add(String source, List<String> names, String device, double... values) {
    metrics.put(source, names);
    rows.computeIfAbsent(source, s -> new ArrayList<>())
        .add(new Row(now, device, Arrays.stream(values).boxed().toList()));
    return this;
  }

  List<Samples> samples() {
    return rows.keySet().stream()
        .map(source -> new Samples(HOST, source, metrics.get(source), rows.get(source)))
        .toList();
  }

  /** The verdict over all seconds from the start on. */
  BoundSeconds verdict(DeviceRate... rates) {
    return verdict(host(rates));
  }

  /** The same for a host with other CPUs. */
  BoundSeconds verdict(WatchedHost host) {
    return BoundSeconds.of(samples(), host, START, now, OWN);
  }
}
