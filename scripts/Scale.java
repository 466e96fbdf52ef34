import io.corebound.collectors.sampler.Parsed;
import io.corebound.collectors.sampler.Pressure;
import io.corebound.records.run.DeviceRows;
import io.corebound.records.run.Samples;
import io.corebound.records.run.Samples.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Makes the run directory of a command that was watched on many hosts, out of samples recorded on
 * one: each host has them from another second on, again and again, and busier or less busy; 16
 * CPUs, 4 disks, 2 interfaces and the loopback. Prints how long it took to store them, the making
 * of them left out. scripts/scale calls it.
 *
 * <p>java -cp ... scripts/Scale.java RECORDED_SAMPLES PRESSURE_TEXT RUN HOSTS SECONDS
 */
final class Scale {
  private static final int CPUS = 16;
  private static final long START = 1_795_256_532;
  private static final List<String> ROLES =
      List.of("namenode", "resourcemanager", "datanode", "nodemanager", "map", "reduce", "other");

  private final List<Samples> recorded;
  private final int seconds;

  private Scale(List<Samples> recorded, int seconds) {
    this.recorded = recorded;
    this.seconds = seconds;
  }

  public static void main(String[] arguments) throws IOException {
    Path run = Path.of(arguments[2]);
    int hosts = Integer.parseInt(arguments[3]);
    int seconds = Integer.parseInt(arguments[4]);
    List<Samples> recorded = new ArrayList<>();
    try (Stream<Path> files = Files.list(Path.of(arguments[0]))) {
      files.sorted().forEach(file -> recorded.add(Samples.read(file)));
    }
    Parsed pressure = new Pressure().parse("recorded", Files.readString(Path.of(arguments[1])));
    recorded.addAll(pressure.samples());
    Scale scale = new Scale(recorded, seconds);
    long rows = 0;
    long storedNs = 0;
    Path samples = run.resolve("cells/collect/samples");
    for (int host = 1; host <= hosts; host++) {
      for (Samples source : recorded) {
        String name = "host-%03d".formatted(host);
        List<Row> made = scale.rows(source, host);
        long before = System.nanoTime();
        new Samples(name, scale.source(source), source.metrics(), made).write(samples);
        storedNs += System.nanoTime() - before;
        rows += made.size();
      }
    }
    records(run, hosts, seconds);
    System.out.printf("%s rows stored in %.1f s%n", rows, storedNs / 1e9);
  }

  /** What pidstat saw of daemons and tasks stands for the collector of CPU by role. */
  private String source(Samples source) {
    return source.source().equals("pidstat") ? "roles" : source.source();
  }

  /** A device of the recording that stands for one of a host, some seconds later. */
  private record Copy(String name, DeviceRows rows, int later) {}

  private List<Copy> copies(Samples source) {
    Map<String, DeviceRows> devices = source.byDevice();
    List<Copy> copies = new ArrayList<>();
    switch (source.source()) {
      case "sar-cpu" -> {
        copies.add(new Copy("all", devices.get("all"), 0));
        for (int cpu = 0; cpu < CPUS; cpu++) {
          copies.add(new Copy("" + cpu, devices.get("" + cpu % 2), cpu % 3));
        }
      }
      case "sar-disk", "iostat-disk" -> {
        DeviceRows disk = devices.values().iterator().next();
        for (int i = 0; i < 4; i++) {
          copies.add(new Copy("nvme" + i + "n1", disk, 11 * i));
        }
      }
      case "sar-network" -> {
        copies.add(new Copy("lo", devices.get("lo"), 0));
        copies.add(new Copy("eth0", devices.get("lo"), 5));
        copies.add(new Copy("eth1", devices.get("lo"), 31));
      }
      case "pidstat" -> {
        List<DeviceRows> seen = List.copyOf(devices.values());
        for (int i = 0; i < ROLES.size(); i++) {
          copies.add(new Copy(ROLES.get(i), seen.get(i % seen.size()), 13 * i));
        }
      }
      default -> devices.forEach((name, rows) -> copies.add(new Copy(name, rows, 0)));
    }
    return copies;
  }

  private List<Row> rows(Samples source, int host) {
    List<Copy> copies = copies(source);
    double factor = 0.5 + 0.5 * (host * 37 % 50) / 49;
    boolean roles = source.source().equals("pidstat");
    List<Row> rows = new ArrayList<>();
    for (int second = 0; second < seconds; second++) {
      double timeS = START + second + (roles || source.source().equals("pressure") ? 0.25 : 0);
      double user = 0;
      double system = 0;
      for (Copy copy : copies) {
        int at = (second + 17 * host + copy.later()) % copy.rows().size();
        List<Double> values = values(source, copy.rows(), at, factor);
        rows.add(new Row(timeS, copy.name(), values));
        if (roles) {
          user += values.get(0);
          system += values.get(1);
        }
      }
      if (roles) {
        rows.add(new Row(timeS, "kernel", List.of(0.0, hundredths(3 * factor))));
        rows.add(
            new Row(timeS, "machine", List.of(hundredths(user), hundredths(system + 3 * factor))));
        rows.add(new Row(timeS, "gap", List.of(0.0, 0.0)));
      }
    }
    return rows;
  }

  private static List<Double> values(Samples source, DeviceRows rows, int at, double factor) {
    List<String> metrics = source.metrics();
    List<Double> values = new ArrayList<>();
    double busy = 0;
    for (int i = 0; i < metrics.size(); i++) {
      double value = rows.value(at, i);
      if (metrics.get(i).equals("idle_percent")) {
        values.add(hundredths(100 - busy));
      } else if (metrics.get(i).endsWith("_mb_per_s") || metrics.get(i).endsWith("_mb")) {
        // tools print hundredths of their own kB, which are 1024 bytes
        values.add(hundredths(value * factor * 1e6 / 1024) * 1024 / 1e6);
      } else {
        values.add(hundredths(value * factor));
        busy += hundredths(value * factor);
      }
    }
    return values;
  }

  private static double hundredths(double value) {
    return Math.round(value * 100) / 100.0;
  }

  /* what else belongs to a run directory */

  private static void records(Path run, int hosts, int seconds) throws IOException {
    String cpus =
        IntStream.range(0, CPUS).mapToObj(String::valueOf).collect(Collectors.joining(", "));
    String watched =
        IntStream.rangeClosed(1, hosts)
            .mapToObj(
                h ->
                    """
                    {"name": "host-%03d", "cpus": [%s], "cores": %s, "rates": [{"kind": "DISK",
                     "device": "nvme0n1", "in_mb_per_s": 120, "out_mb_per_s": 120, "shared": true,
                     "source": "--rate"}]}\
                    """
                        .formatted(h, cpus, CPUS))
            .collect(Collectors.joining(",\n"));
    Files.writeString(
        run.resolve("cells/collect/command.json"),
        """
        {"command": ["simulated"], "exit_status": 0, "start_s": %s, "end_s": %s,
         "hosts": [%s],
         "without": []}
        """
            .formatted(START, START + seconds - 1, watched));
    Files.writeString(
        run.resolve("cells/collect/cell.json"),
        """
        {"cell": "collect", "workload": "collect", "state": "OK", "reason": "", "data": "0B",
         "configuration": {},
         "stages": [{"name": "collect", "state": "OK", "reason": "", "job_id": "",
           "client_start_s": %s, "submit_s": %s, "finish_s": %s, "client_end_s": %s}],
         "intervals": [], "tasks": [], "counters": {}, "core_s_by_role": {}, "checks": [],
         "collectors": []}
        """
            .formatted(START, START, START + seconds - 1, START + seconds - 1));
    Files.writeString(
        run.resolve("run.json"),
        """
        {"schema_version": 1, "run_id": "%s", "command_line": ["collect", "--", "simulated"],
         "corebound_version": "0", "commit": "none", "configuration": {}, "state": "OK",
         "reason": "", "started_at": "2026-11-21T09:00:00Z", "ended_at": "2026-11-21T10:00:00Z",
         "stages": [], "predictions": []}
        """
            .formatted(run.getFileName()));
  }
}
