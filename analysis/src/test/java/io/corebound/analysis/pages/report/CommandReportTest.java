package io.corebound.analysis.pages.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.analysis.pages.page.HtmlReport;
import io.corebound.analysis.pages.page.KeptPage;
import io.corebound.analysis.pages.page.MarkdownReport;
import io.corebound.records.Runs;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.CellResult.CollectorReport;
import io.corebound.records.run.CommandResult;
import io.corebound.records.run.CommandResult.BlockDevice;
import io.corebound.records.run.CommandResult.ClockReading;
import io.corebound.records.run.CommandResult.DeviceKind;
import io.corebound.records.run.CommandResult.DeviceRate;
import io.corebound.records.run.CommandResult.HostClock;
import io.corebound.records.run.CommandResult.WatchedHost;
import io.corebound.records.run.RunContents;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.Samples;
import io.corebound.records.run.Samples.Row;
import io.corebound.records.run.State;
import io.corebound.records.units.DataSize;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the report and the terminal say of a command that ran with collectors attached. */
class CommandReportTest {
  private static final String CELL = "collect";
  private static final long START = Instant.parse("2026-11-21T09:00:00Z").getEpochSecond();

  @TempDir Path root;

  /** Ten seconds: two of computing on both cores, six at the disk's limit, two of waiting. */
  private void samples(RunDirectory run) {
    samples(run, "localhost", 2, 8);
  }

  /** Ten seconds: of computing up to one, at the disk's limit up to another, then of waiting. */
  private void samples(RunDirectory run, String host, int computing, int writing) {
    List<Row> cpu = new ArrayList<>();
    List<Row> disk = new ArrayList<>();
    for (int i = 1; i <= 10; i++) {
      double busy = i <= computing ? 97 : 8;
      for (String core : List.of("all", "0", "1")) {
        cpu.add(new Row(START + i, core, List.of(busy, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 100 - busy)));
      }
      disk.add(
          new Row(START + i, "sda", List.of(0.0, i > computing && i <= writing ? 48.0 : 0.0, 3.0)));
    }
    new Samples(
            host,
            "sar-cpu",
            List.of(
                "user_percent",
                "nice_percent",
                "system_percent",
                "iowait_percent",
                "steal_percent",
                "irq_percent",
                "soft_percent",
                "idle_percent"),
            cpu)
        .write(run.samplesFolder(CELL));
    new Samples(
            host, "iostat-disk", List.of("read_mb_per_s", "write_mb_per_s", "util_percent"), disk)
        .write(run.samplesFolder(CELL));
  }

  /** The command's processes on half a core, all others on a tenth, a hundredth unaccounted for. */
  private void roles(RunDirectory run) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i <= 11; i++) {
      rows.add(new Row(START + i, "command", List.of(40.0, 10.0)));
      rows.add(new Row(START + i, "other", List.of(5.0, 5.0)));
      rows.add(new Row(START + i, "machine", List.of(46.0, 15.0)));
      rows.add(new Row(START + i, "gap", List.of(1.0, 0.0)));
    }
    new Samples("localhost", "roles", List.of("user_percent", "system_percent"), rows)
        .write(run.samplesFolder(CELL));
  }

  @Test
  void pageOfACommandIsTheKeptOne() {
    RunDirectory run = run(State.OK, "", command(0, START + 10.0));
    samples(run);
    roles(run);
    KeptPage.assertUnchanged(
        ReportModel.of(RunContents.read(run)).page(), CommandReportTest.class, "command.md");
  }

  @Test
  void saysWhatCoreSecondsTheCommandAndTheOthersTook() {
    RunDirectory run = run(State.OK, "", command(0, START + 10.0));
    roles(run);

    assertThat(MarkdownReport.render(ReportModel.of(RunContents.read(run)).page()))
        .contains("CPU by role over time")
        .contains("| `command` | 5.00 | 82 % |")
        .contains("| `other` | 1.00 | 16 % |")
        .contains("| gap to /proc/stat | 0.100 | 1.6 % |")
        .doesNotContain("The gap holds")
        .contains("| **Whole machine** | **6.10** | **100 %** |");
  }

  private RunDirectory run(State state, String reason, CommandResult command) {
    RunDirectory run = new RunDirectory(root);
    StructuredFiles.writeJson(run.commandFile(CELL), command);
    StructuredFiles.writeJson(
        run.cellFile(CELL),
        CellResult.of(CELL, CELL, state, reason, new DataSize(0))
            .with(
                b ->
                    b.stages(List.of(Runs.job(CELL, command.startS(), command.endS())))
                        .collectors(
                            List.of(
                                new CollectorReport(
                                    "roles",
                                    "localhost",
                                    State.FAILED,
                                    "it is <gone>",
                                    0,
                                    0,
                                    List.of(),
                                    "")))));
    run.write(
        Runs.manifest("run-1", List.of("collect", "--", "fio"), Instant.ofEpochSecond(START - 4))
            .ended(state, reason, Instant.ofEpochSecond(START + 12)));
    return run;
  }

  private static CommandResult command(Integer status, double endS, String... without) {
    return command(status, endS, List.of(host("localhost")), without);
  }

  private static CommandResult command(
      Integer status, double endS, List<WatchedHost> hosts, String... without) {
    return new CommandResult(
        List.of("fio", "--name=x y"),
        status,
        Double.isNaN(endS) ? Double.NaN : START,
        endS,
        hosts,
        List.of(without));
  }

  private static WatchedHost host(String name) {
    return new WatchedHost(
        name,
        List.of(0, 1),
        2,
        List.of(
            new DeviceRate(
                DeviceKind.DISK, "sda", null, 50.0, false, "its control group's limit")));
  }

  @Test
  void saysWhatBoundedTheCommandForHowLongAndWhatTheDiskMoved() {
    RunDirectory run = run(State.OK, "", command(0, START + 10.0));
    samples(run);

    ReportModel model = ReportModel.of(RunContents.read(run));

    String markdown = MarkdownReport.render(model.page());
    assertThat(markdown)
        .startsWith("# fio --name=x y was bound by the disk")
        .contains(
            "Of its 10.0 s, the command was bound by the disk for 60 % (sda), was bound by the CPU"
                + " for 20 % (all cores) and waited for 20 %.")
        .contains(
            "The busiest device, sda, moved 48.0 MB/s (read 0, written 48.0), the mean over 4 of"
                + " the 6 seconds in which it worked, those at the ends left out.")
        .contains("| disk | 6.00 | 60 % | sda |")
        .contains("| disk | 2.00 | 6.00 | sda |")
        .contains("No network interface of localhost reports its speed")
        .contains("by its control group's limit")
        .contains("it is &lt;gone&gt;")
        .doesNotContain("Nothing was checked", "Hadoop's settings", "history", "submission");
    assertThat(TerminalSummary.render(model, Path.of("report.html")).replaceAll(" +", " "))
        .contains("disk 6.00 60 % sda")
        .contains("Longest stretches: disk (sda) for 6.00 s from 2.00 s on")
        .contains("Report: report.html");
    assertThat(HtmlReport.render(model.page()))
        .contains("class=\"stretch disk\" style=\"flex-grow: 6.0\"")
        .contains("id=\"cpu-chart\"");
  }

  @Test
  void whatBoundsAnotherHostIsSaidWhereTheCommandOnlyWaits() {
    WatchedHost node =
        host("node2")
            .withClock(
                new HostClock(
                    new ClockReading(START - 1, 0.25, 0.0004),
                    new ClockReading(START + 11, 0.26, 0.0004)));
    RunDirectory run =
        run(
            State.OK,
            "",
            command(0, START + 10.0, List.of(host("localhost"), node, host("node3"))));
    samples(run, "localhost", 0, 0);
    samples(run, "node2", 0, 8);

    ReportModel model = ReportModel.of(RunContents.read(run));

    String markdown = MarkdownReport.render(model.page());
    assertThat(markdown)
        .startsWith("# fio --name=x y: waiting here; node2: disk for 80 % of the time")
        .contains(
            "Of its 10.0 s, the command waited for 100 %. Waiting here; node2: disk for 80 % of the"
                + " time.")
        .contains("| localhost | waiting | 0 % | 0 % | 0 % | 100 % | 0 % |")
        .contains("| node2 | disk | 0 % | 80 % | 0 % | 20 % | 0 % | sda |")
        .contains("| node3 | unknown | 0 % | 0 % | 0 % | 0 % | 100 % |")
        .contains("What bounded node3 is not known: no CPU sample covers most of it.")
        .contains("| node2 | 250 | 0.400 | 260 | 0.400 |")
        .contains("CPU use over time on node2")
        .contains("No network interface of localhost, node2 and node3 reports its speed");
    assertThat(TerminalSummary.render(model, Path.of("report.html")))
        .contains("node2: disk 80 % (sda), waiting 20 %")
        .contains("node3: unknown 100 %");
    assertThat(HtmlReport.render(model.page())).contains("id=\"cpu-chart-host2\"");
  }

  /** A machine of 2 CPUs whose kernel listed 128, and a host that hides what others run. */
  @Test
  void saysWhichCpusAndProcessesItCouldNotSee() {
    WatchedHost here =
        new WatchedHost("localhost", IntStream.range(0, 128).boxed().toList(), 128, List.of());
    WatchedHost node = host("node2").withDoubts(List.of("/proc is mounted with hidepid=2."));
    RunDirectory run = run(State.OK, "", command(0, START + 10.0, List.of(here, node)));
    samples(run, "localhost", 10, 10);

    assertThat(MarkdownReport.render(ReportModel.of(RunContents.read(run)).page()))
        .startsWith("# fio --name=x y was bound by the CPU")
        .contains("126 of the 128 CPUs that programs on localhost may use have no sample")
        .contains("What makes the figures of node2 doubtful:")
        .contains("/proc is mounted with hidepid=2.");
  }

  @Test
  void saysWhatAGapMeansThatHoldsNearlyAll() {
    RunDirectory run = run(State.OK, "", command(0, START + 10.0));
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i <= 11; i++) {
      rows.add(new Row(START + i, "command", List.of(4.0, 1.0)));
      rows.add(new Row(START + i, "machine", List.of(80.0, 20.0)));
      rows.add(new Row(START + i, "gap", List.of(76.0, 19.0)));
    }
    new Samples("localhost", "roles", List.of("user_percent", "system_percent"), rows)
        .write(run.samplesFolder(CELL));

    assertThat(MarkdownReport.render(ReportModel.of(RunContents.read(run)).page()))
        .contains("The gap holds 95 %")
        .contains("hidepid", "as root");
  }

  @Test
  void collectorsThatDisagreeAboutADiskAreNamedInReportAndTerminal() {
    RunDirectory run = run(State.OK, "", command(0, START + 10.0));
    samples(run);
    List<Row> sar = new ArrayList<>();
    for (int i = 1; i <= 10; i++) {
      sar.add(new Row(START + i, "sda", List.of(0.0, i > 2 && i <= 8 ? 24.0 : 0.0)));
    }
    new Samples("localhost", "sar-disk", List.of("read_mb_per_s", "write_mb_per_s"), sar)
        .write(run.samplesFolder(CELL));

    ReportModel model = ReportModel.of(RunContents.read(run));

    String said =
        "sda on localhost moved 48.0 MB/s by iostat and 24.0 MB/s by sar, means over the same 4"
            + " seconds";
    assertThat(MarkdownReport.render(model.page())).contains("Two collectors disagree", said);
    assertThat(TerminalSummary.render(model, Path.of("report.html")).replaceAll("\\s+", " "))
        .contains("! Two collectors disagree in collect.", said);
  }

  @Test
  void volumeIsShownWithItsSecondNameItsMembersAndItsMount() {
    WatchedHost host =
        new WatchedHost("localhost", List.of(0, 1), 2, List.of())
            .withDevices(
                List.of(
                    new BlockDevice("sda", "vg-data", List.of("sdb3", "sdc"), List.of("/data")),
                    new BlockDevice("sdb", "", List.of(), List.of("/boot"))));
    RunDirectory run = run(State.OK, "", command(0, START + 10.0, List.of(host)));
    samples(run);

    assertThat(MarkdownReport.render(ReportModel.of(RunContents.read(run)).page()))
        .contains("The busiest device, sda (vg-data, of sdb3 and sdc, mounted at /data), moved")
        .contains("Device sda")
        .doesNotContain("/boot");
  }

  @Test
  void saysWhatItWasMeasuredWithout() {
    RunDirectory run = run(State.OK, "", command(0, START + 10.0, "sar on localhost: it died"));

    ReportModel model = ReportModel.of(RunContents.read(run));

    assertThat(MarkdownReport.render(model.page()))
        .startsWith("# fio --name=x y: what bounded it is not known")
        .contains("Measured without:")
        .contains("sar on localhost: it died")
        .contains("What bounded the command is not known: no CPU sample covers most of it.")
        .contains("CPU use over time is not shown");
    assertThat(TerminalSummary.render(model, Path.of("report.html")))
        .contains("Measured without sar on localhost: it died");
  }

  @Test
  void commandThatWasNotStartedHasNoVerdict() {
    RunDirectory run =
        run(State.FAILED, "collector sar on localhost: missing", command(null, Double.NaN));

    String markdown = MarkdownReport.render(ReportModel.of(RunContents.read(run)).page());

    assertThat(markdown)
        .startsWith("# This run failed")
        .contains("The command was not started: collector sar")
        .doesNotContain("NaN");
  }
}
