package io.corebound.collectors.sampler;

import io.corebound.collectors.output.NotUnderstood;
import io.corebound.collectors.output.SampleTable;
import io.corebound.collectors.sampler.JsonTable.Metric;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.ToolVersion;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/**
 * {@code iostat -x}: extended statistics of every block device that was ever used, once a second,
 * as JSON with ISO 8601 timestamps (iostat(1)). SIGINT makes it finish its JSON.
 *
 * <p>It gives the samples {@code iostat-disk} by device. MB are 10^6 bytes; iostat's own kB are
 * 1024 bytes. Requests count after merging; the queue length is the mean number of requests under
 * way, and an await the mean time from queueing to completion. Times have whole seconds.
 *
 * <p>Versions 12.1.2 to 12.2.0 print sectors under the names of kB, twice the figure; 12.2.1 fixed
 * it (commit 51f4cb75 of sysstat/sysstat). They are recognized by their requests, which are right,
 * and not by the version: a distribution may have fixed its own.
 */
public final class IoStat implements Collector {
  /** {@code 2026-11-21T08:19:27+0000}, as strftime's %FT%T%z writes it. */
  private static final DateTimeFormatter ISO =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss[XXX][XX]", Locale.ROOT);

  private static final JsonTable DISK =
      new JsonTable(
          "iostat-disk",
          "disk_device",
          """
          util aqu-sz avgqu-sz avgrq-sz svctm await f/s f_await \
          r/s rkB/s rrqm/s rrqm r_await rareq-sz w/s wkB/s wrqm/s wrqm w_await wareq-sz \
          d/s dkB/s drqm/s drqm d_await dareq-sz\
          """,
          new Metric("read_mb_per_s", f -> f.megabytes("rkB/s", "r/s", "rareq-sz")),
          new Metric("write_mb_per_s", f -> f.megabytes("wkB/s", "w/s", "wareq-sz")),
          new Metric("read_per_s", f -> f.number("r/s")),
          new Metric("write_per_s", f -> f.number("w/s")),
          new Metric("util_percent", f -> f.number("util")),
          new Metric("queue_length", f -> f.number("aqu-sz", "avgqu-sz")),
          new Metric("read_await_ms", f -> f.number("r_await")),
          new Metric("write_await_ms", f -> f.number("w_await")));

  @Override
  public String name() {
    return "iostat";
  }

  /** JSON came with version 11.5 of iostat. */
  @Override
  public ToolVersion probe(Host host) {
    return Sysstat.require(host, name(), "it writes no JSON");
  }

  @Override
  public Recording start(Host host, Path rawFolder) {
    Path json = rawFolder.resolve("iostat.json");
    Path errors = rawFolder.resolve("iostat.err");
    Command command =
        Command.of(Sysstat.LONGEST, name(), "-x", "-k", "-t", "-y", "-o", "JSON", Sysstat.INTERVAL)
            .with("S_TIME_FORMAT", "ISO");
    return new Recording(host, host.start(command, json, errors), json, errors);
  }

  @Override
  public RawOutput stop(Recording recording) {
    return recording.interrupt();
  }

  @Override
  public Parsed parse(String host, Reader text) throws IOException {
    NotUnderstood notes = new NotUnderstood();
    SampleTable table = DISK.samples(host, notes);
    String problem = SysstatJson.read(text, notes, statistic -> read(statistic, table, notes));
    return Parsed.of(List.of(table), notes, problem.isEmpty() ? "" : "iostat " + problem);
  }

  private static void read(JsonNode statistic, SampleTable table, NotUnderstood notes) {
    double timeS = timeS(statistic.get("timestamp"), notes);
    JsonNode disks = statistic.get("disk");
    if (disks == null) {
      notes.add("no 'disk' in: " + statistic);
    } else if (!Double.isNaN(timeS)) {
      DISK.rows(timeS, disks, notes).forEach(table::add);
    }
  }

  private static double timeS(JsonNode timestamp, NotUnderstood notes) {
    if (timestamp != null && timestamp.isString()) {
      try {
        return OffsetDateTime.parse(timestamp.asString(), ISO).toEpochSecond();
      } catch (DateTimeException e) {
        // noted below, like a time that is not there
      }
    }
    notes.add("timestamp: " + timestamp);
    return Double.NaN;
  }
}
