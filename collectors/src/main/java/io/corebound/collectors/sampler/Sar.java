package io.corebound.collectors.sampler;

import io.corebound.collectors.output.NotUnderstood;
import io.corebound.collectors.output.SampleTable;
import io.corebound.collectors.sampler.JsonTable.Metric;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.Outcome;
import io.corebound.hosts.process.RunningProgram;
import io.corebound.hosts.process.ToolVersion;
import io.corebound.hosts.process.Uninterrupted;
import io.corebound.records.run.Samples;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;

/**
 * {@code sar}: CPU in total and per CPU, memory, paging, block devices, network devices and run
 * queue, recorded once a second in binary by {@code sar -o} and read by {@code sadf -j} (sar(1),
 * sadf(1)) on the host itself. Kept are the binary file, {@code sar.sa}, and the JSON, {@code
 * sar.json}; on another host the binary file is brought at the end, and lost with the host.
 *
 * <p>It gives the samples of its tables below. MB are 10^6 bytes; sar's own kB are 1024 bytes. A
 * sample's time is sar's, which has whole seconds. Percentages of a CPU add up to 100; time given
 * to guests of this machine is part of user and nice, as in {@code /proc/stat}. {@code
 * available_mb} is NaN before sysstat 11.6. sar's "used" memory is left out: before version 12 it
 * has the page cache in it, and since then it has not.
 */
public final class Sar implements Collector {
  private static final Duration READ_LIMIT = Duration.ofMinutes(5);
  private static final Duration GRACE = Duration.ofSeconds(2);

  /** The tables by the key under which sadf puts them. */
  private static final Map<String, JsonTable> TABLES = tables();

  private static Map<String, JsonTable> tables() {
    Map<String, JsonTable> tables = new LinkedHashMap<>();
    tables.put(
        "cpu-load",
        new JsonTable(
            "sar-cpu",
            "cpu",
            "usr user nice sys system iowait steal irq soft guest gnice idle",
            new Metric("user_percent", f -> f.number("usr", "user") + f.numberOrZero("guest")),
            new Metric("nice_percent", f -> f.number("nice") + f.numberOrZero("gnice")),
            new Metric("system_percent", f -> f.number("sys", "system")),
            new Metric("iowait_percent", f -> f.number("iowait")),
            new Metric("steal_percent", f -> f.number("steal")),
            new Metric("irq_percent", f -> f.number("irq")),
            new Metric("soft_percent", f -> f.number("soft")),
            new Metric("idle_percent", f -> f.number("idle"))));
    tables.put(
        "memory",
        new JsonTable(
            "sar-memory",
            "",
            """
            memfree avail memused memused-percent buffers cached commit commit-percent active \
            inactive dirty shared anonpg slab kstack pgtbl vmused\
            """,
            new Metric("free_mb", f -> f.megabytes("memfree")),
            new Metric("available_mb", f -> f.megabytes("avail")),
            new Metric("cached_mb", f -> f.megabytes("cached")),
            new Metric("dirty_mb", f -> f.megabytes("dirty"))));
    tables.put(
        "paging",
        new JsonTable(
            "sar-paging",
            "",
            """
            pgpgin pgpgout fault majflt pgfree pgscank pgscand pgsteal vmeff-percent pgprom pgdem\
            """,
            new Metric("in_mb_per_s", f -> f.megabytes("pgpgin")),
            new Metric("out_mb_per_s", f -> f.megabytes("pgpgout")),
            new Metric("major_faults_per_s", f -> f.number("majflt"))));
    tables.put(
        "queue",
        new JsonTable(
            "sar-queue",
            "",
            "runq-sz plist-sz ldavg-1 ldavg-5 ldavg-15 blocked",
            new Metric("run_queue", f -> f.number("runq-sz")),
            new Metric("load_1min", f -> f.number("ldavg-1")),
            new Metric("blocked", f -> f.number("blocked"))));
    tables.put(
        "disk",
        new JsonTable(
            "sar-disk",
            "disk-device",
            """
            tps rd_sec wr_sec dc_sec rkB wkB dkB avgrq-sz areq-sz avgqu-sz aqu-sz await svctm \
            util-percent\
            """,
            new Metric("read_mb_per_s", f -> f.megabytesOrSectors("rkB", "rd_sec")),
            new Metric("write_mb_per_s", f -> f.megabytesOrSectors("wkB", "wr_sec")),
            new Metric("operations_per_s", f -> f.number("tps")),
            new Metric("queue_length", f -> f.number("aqu-sz", "avgqu-sz")),
            new Metric("await_ms", f -> f.number("await")),
            new Metric("util_percent", f -> f.number("util-percent"))));
    tables.put(
        "net-dev",
        new JsonTable(
            "sar-network",
            "iface",
            "rxpck txpck rxkB txkB rxcmp txcmp rxmcst ifutil-percent",
            new Metric("receive_mb_per_s", f -> f.megabytes("rxkB")),
            new Metric("transmit_mb_per_s", f -> f.megabytes("txkB"))));
    return tables;
  }

  @Override
  public String name() {
    return "sar";
  }

  @Override
  public ToolVersion probe(Host host) {
    ToolVersion.require(host, "sadf", "-V", Sysstat.REMEDY);
    return ToolVersion.require(host, name(), "-V", Sysstat.REMEDY);
  }

  @Override
  public Recording start(Host host, Path rawFolder) {
    Path binary = rawFolder.resolve("sar.sa");
    Path errors = rawFolder.resolve("sar.err");
    Command command =
        Command.of(Sysstat.LONGEST, name(), "-d", "-o", host.there(binary), Sysstat.INTERVAL);
    return new Recording(
        host, host.start(command, rawFolder.resolve("sar.out"), errors), binary, errors);
  }

  /**
   * sar and the sadc that it starts are one process group and end together: sadc does not end when
   * sar alone gets SIGINT. sadf reads what was recorded until then.
   */
  @Override
  public RawOutput stop(Recording recording) {
    String problem = recording.earlyEnd(status -> false);
    recording.program().stop(GRACE);
    Path json = recording.file().resolveSibling("sar.json");
    Host host = recording.host();
    try {
      Outcome outcome = read(host, recording.file(), json);
      recording.addErrors(outcome.err());
      if (problem.isEmpty()) {
        problem = readProblem(outcome, recording.file());
      }
      host.bring(recording.file());
    } catch (CoreboundException e) {
      String own = problem.isEmpty() ? e.getMessage() : problem;
      problem =
          host.lost()
              .map(lost -> lost + "; the samples that sar had recorded are lost with it")
              .orElse(own);
    }
    return new RawOutput(json, problem);
  }

  /** Into a file: of thousands of CPUs it is larger than memory. */
  private static Outcome read(Host host, Path binary, Path json) {
    Path errors = json.resolveSibling("sadf.err");
    long startNanos = System.nanoTime();
    RunningProgram program = host.start(reader(host.there(binary)), json, errors);
    OptionalInt[] status = {OptionalInt.empty()};
    Uninterrupted.run(() -> status[0] = program.waitFor(READ_LIMIT));
    program.stop(GRACE);
    try {
      Outcome outcome =
          new Outcome(
              status[0].orElse(-1),
              status[0].isEmpty(),
              Duration.ofNanos(System.nanoTime() - startNanos),
              "",
              new String(Files.readAllBytes(errors), StandardCharsets.UTF_8));
      Files.delete(errors);
      return outcome;
    } catch (IOException e) {
      throw CoreboundException.failed("%s: %s".formatted(errors, e), e);
    }
  }

  /** In each of sadf's own words about a file that it cannot read on (sa_common.c). */
  private static final String CUT_OFF = "system activity file";

  /** sadf ends with status 0 also when the file is cut off, and then says so on standard error. */
  static String readProblem(Outcome outcome, Path binary) {
    if (!outcome.ok()) {
      return "sadf could not read " + binary + ": " + outcome.reason(READ_LIMIT);
    }
    return outcome
        .err()
        .lines()
        .filter(line -> line.contains(CUT_OFF))
        .findFirst()
        .map(line -> "sadf could not read all of " + binary + ": " + line.strip())
        .orElse("");
  }

  private static Command reader(String binary) {
    List<String> arguments =
        List.of(
            "sadf", "-j", binary, "--", "-u", "ALL", "-P", "ALL", "-r", "-B", "-q", "-d", "-p",
            "-n", "DEV");
    return new Command(arguments, Map.of(), null, READ_LIMIT);
  }

  @Override
  public Parsed parse(String host, Reader text) throws IOException {
    NotUnderstood notes = new NotUnderstood();
    Map<String, SampleTable> tables = new LinkedHashMap<>();
    TABLES.forEach((section, table) -> tables.put(section, table.samples(host, notes)));
    String problem =
        SysstatJson.read(
            text,
            notes,
            statistic -> {
              double timeS = timeS(statistic.get("timestamp"), notes);
              if (!Double.isNaN(timeS)) {
                readSections(timeS, statistic, tables, notes);
              }
            });
    return Parsed.of(
        List.copyOf(tables.values()), notes, problem.isEmpty() ? "" : "sadf " + problem);
  }

  private static void readSections(
      double timeS, JsonNode node, Map<String, SampleTable> tables, NotUnderstood notes) {
    for (Map.Entry<String, JsonNode> section : node.properties()) {
      String name = section.getKey();
      if (TABLES.containsKey(name)) {
        TABLES.get(name).rows(timeS, section.getValue(), notes).stream()
            .filter(row -> !isOfOfflineCpu(name, row))
            .forEach(tables.get(name)::add);
      } else if (name.equals("network") && node.has("timestamp")) {
        readSections(timeS, section.getValue(), tables, notes);
      } else if (!name.equals("timestamp")) {
        notes.addField("unknown section '" + name + "'");
      }
    }
  }

  /** sadf of sysstat 11 counts an offline CPU as neither busy nor idle (json_stats.c). */
  private static boolean isOfOfflineCpu(String section, Samples.Row row) {
    return section.equals("cpu-load") && row.values().stream().allMatch(value -> value == 0);
  }

  /**
   * The end of a sample's interval. sadf gives UTC by default, and says so by {@code "utc": 1},
   * since 12.7 by {@code "tz": "UTC"}; local time without its offset is of no use.
   */
  private static double timeS(JsonNode timestamp, NotUnderstood notes) {
    try {
      if (timestamp != null) {
        ZoneOffset offset = offset(timestamp);
        String date = timestamp.path("date").asString("");
        String time = timestamp.path("time").asString("");
        return LocalDateTime.parse(date + "T" + time).toEpochSecond(offset);
      }
    } catch (DateTimeException e) {
      // noted below, like a time that is not there
    }
    notes.add("timestamp: " + timestamp);
    return Double.NaN;
  }

  private static ZoneOffset offset(JsonNode timestamp) {
    if (timestamp.has("tz")) {
      String zone = timestamp.path("tz").asString("");
      return zone.equals("UTC") || zone.equals("GMT") ? ZoneOffset.UTC : ZoneOffset.of(zone);
    }
    if (timestamp.path("utc").asInt(0) != 1) {
      throw new DateTimeException("local time without its offset");
    }
    return ZoneOffset.UTC;
  }
}
