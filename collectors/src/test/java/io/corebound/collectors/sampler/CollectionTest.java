package io.corebound.collectors.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.collectors.Fixture;
import io.corebound.collectors.Written;
import io.corebound.hosts.process.ClockOffset;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Outcome;
import io.corebound.hosts.process.RunningProgram;
import io.corebound.hosts.process.ToolVersion;
import io.corebound.records.run.CellResult.CollectorReport;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.Samples;
import io.corebound.records.run.State;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real programs that write what a tool would, and a clock of the test's own. */
class CollectionTest {
  /** A sample of {@link CpuByRole} at a time, of a machine that did nothing. */
  private static final String LOOK = "look() { printf 't %s 0 0 0 0 0 0 0 0 0 0\\ne\\n' $1; }; ";

  private static final String GOES_ON = "; exec sleep 60";

  @TempDir Path folder;

  private final LocalHost host = new LocalHost("test-" + UUID.randomUUID(), "node");
  private final SetTime time = new SetTime(99.5);

  @AfterEach
  void nothingIsLeftRunning() {
    int alive = host.alive();
    host.stopAll(Duration.ofSeconds(1));
    assertThat(alive).as("processes of this test that still run").isZero();
  }

  private Collection start(Host where, Collector... collectors) throws Exception {
    RunDirectory run = new RunDirectory(folder);
    return Collection.start(where, List.of(collectors), run, run.rawFolder("cell"), time);
  }

  private void awaitText(String end) throws Exception {
    Path file = folder.resolve("cells/cell/raw/node/stand-in.txt");
    Written.await("a text that ends with " + end, () -> Files.readString(file).endsWith(end));
  }

  /** Collects these looks at the host, and stops at that time by our clock. */
  private Collection.Delivered looks(Host where, List<Integer> times, double endS)
      throws Exception {
    StringBuilder script = new StringBuilder(LOOK);
    times.forEach(t -> script.append("look ").append(t).append("; "));
    script.append("echo e >&2").append(GOES_ON);
    Collector looks = new StandIn(new CpuByRole(), "sh", "-c", script.toString());
    Path last = folder.resolve("cells/cell/raw/node/stand-in.err");
    try (Collection collection = start(where, looks)) {
      Written.await("the last look", () -> Files.readString(last).equals("e\n"));
      time.nowS = endS;
      return collection.stop();
    }
  }

  private static void assertFailed(CollectorReport report, String reason) {
    assertThat(report.state()).isEqualTo(State.FAILED);
    assertThat(report.reason()).isEqualTo(reason);
  }

  @Test
  void aToolThatIsMissingIsReportedWithTheRemedyAndTheOthersGoOn() throws Exception {
    Collector missing =
        new StandIn(new IoStat()) {
          @Override
          public ToolVersion probe(Host host) {
            return ToolVersion.require(host, "no-such-tool", "-V", Sysstat.REMEDY);
          }
        };
    String script = LOOK + "look 100; look 101" + GOES_ON;
    try (Collection collection =
        start(host, missing, new StandIn(new CpuByRole(), "sh", "-c", script))) {
      awaitText("t 101 0 0 0 0 0 0 0 0 0 0\ne\n");
      List<CollectorReport> reports = collection.stop().reports();
      assertThat(reports.get(0).state()).isEqualTo(State.FAILED);
      assertThat(reports.get(0).reason())
          .contains("no-such-tool is not on host node")
          .contains("apt-get install");
      assertThat(reports.get(1).state()).isEqualTo(State.OK);
    }
  }

  @Test
  void whatAHostCannotHaveIsSkippedWithTheReasonAndIsNoFailure() throws Exception {
    Collector notHere =
        new StandIn(new IoStat()) {
          @Override
          public Optional<String> unavailable(Host host) {
            return Optional.of("the kernel keeps none");
          }
        };
    try (Collection collection = start(host, notHere)) {
      assertThat(collection.notRunning()).isEmpty();
      CollectorReport report = collection.stop().reports().get(0);
      assertThat(report.state()).isEqualTo(State.SKIPPED);
      assertThat(report.reason()).isEqualTo("the kernel keeps none");
    }
  }

  @Test
  void aToolThatPrintsNothingIsAFailure() throws Exception {
    try (Collection collection = start(host, new StandIn(new IoStat(), "sleep", "60"))) {
      CollectorReport report = collection.stop().reports().get(0);
      assertThat(report.state()).isEqualTo(State.FAILED);
      assertThat(report.reason()).startsWith("it delivered no sample");
      assertThat(report.raw()).isEqualTo("cells/cell/raw/node/stand-in.txt");
    }
  }

  @Test
  void aToolThatPrintsNonsenseIsAFailureThatShowsIt() throws Exception {
    String script = "echo Segmentation violation" + GOES_ON;
    try (Collection collection = start(host, new StandIn(new IoStat(), "sh", "-c", script))) {
      awaitText("\n");
      CollectorReport report = collection.stop().reports().get(0);
      assertFailed(
          report,
          "it delivered no sample; iostat wrote no JSON; lines or values that were not"
              + " understood: 1, the first: Segmentation violation");
      assertThat(report.notUnderstood()).isEqualTo(1);
    }
  }

  @Test
  void aToolThatDiesAtOnceIsAFailureThatSaysWhy() throws Exception {
    String script = "echo no such device >&2; exit 3";
    try (Collection collection = start(host, new StandIn(new IoStat(), "sh", "-c", script))) {
      Written.await("it has ended", () -> !collection.notRunning().isEmpty());
      assertThat(collection.notRunning()).containsExactly("stand-in");
      assertFailed(
          collection.stop().reports().get(0),
          "it delivered no sample; it ended by itself before it was stopped (exit status 3: no"
              + " such device)");
    }
  }

  @Test
  void whatOneCollectorCannotDeliverIsItsOwnFailure() throws Exception {
    String script = LOOK + "look 100; look 101" + GOES_ON;
    Collector large =
        new StandIn(new IoStat(), "sleep", "60") {
          @Override
          public Parsed parse(String host, Reader text) {
            throw new OutOfMemoryError("Java heap space");
          }
        };
    Collector full =
        new StandIn(new IoStat(), "sleep", "60") {
          @Override
          public Parsed parse(String host, Reader text) {
            throw CoreboundException.failed("no room");
          }
        };
    try (Collection collection =
        start(host, large, full, new StandIn(new CpuByRole(), "bash", "-c", script))) {
      awaitText("101 0 0 0 0 0 0 0 0 0 0\ne\n");
      time.nowS = 101.5;
      Collection.Delivered delivered = collection.stop();
      assertThat(delivered.reports())
          .extracting(CollectorReport::state)
          .containsExactly(State.FAILED, State.FAILED, State.OK);
      assertThat(delivered.reports().get(0).reason()).contains("memory", "Java heap space");
      assertThat(delivered.reports().get(1).reason()).isEqualTo("no room");
      assertThat(delivered.samples()).extracting(Samples::source).containsExactly("roles");
    }
  }

  @Test
  void aCollectorThatRunsButHasHungIsAFailure() {
    Parsed parsed = new IoStat().parse("node", Fixture.text("iostat-12.6.1.json"));
    RawOutput end = new RawOutput(folder, "");
    double firstS = times(parsed.samples()).min().orElseThrow();
    double lastS = times(parsed.samples()).max().orElseThrow();
    assertThat(Collection.reason(end, parsed, firstS - 1, lastS + 9, "")).isEmpty();
    assertThat(Collection.reason(end, parsed, firstS - 1, lastS + 30, ""))
        .isEqualTo("it ran, but its last sample is 30 s before its end");
    assertThat(Collection.reason(end, parsed, firstS - 14, lastS + 30, "the clock was set"))
        .isEqualTo(
            "it ran, but its first sample is 14 s after its start; its last sample is 30 s before"
                + " its end; the clock was set");
    assertThat(
            Collection.reason(new RawOutput(folder, "gone"), parsed, firstS - 14, Double.NaN, ""))
        .isEqualTo(
            "gone; "
                + parsed.rows()
                + " rows of samples were read before; its first sample is 14 s after its start");
  }

  private static DoubleStream times(List<Samples> samples) {
    return samples.stream().flatMap(s -> s.rows().stream()).mapToDouble(Samples.Row::timeS);
  }

  @Test
  void collectorThatHungForAWhileIsReportedThoughItGoesOn() throws Exception {
    CollectorReport report = looks(host, List.of(100, 101, 114, 115), 115.5).reports().get(0);
    assertFailed(report, "it ran, but it has no sample for 13 s, from 00:01:41 to 00:01:54 UTC");
    assertThat(report.samples()).isPositive();
  }

  /** Started at 100 s: the whole second after 99.5 s. */
  @Test
  void collectorThatHangsAtItsStartIsReportedThoughItGoesOn() throws Exception {
    CollectorReport report = looks(host, List.of(107, 108, 109), 109.5).reports().get(0);
    assertFailed(report, "it ran, but its first sample is 8 s after its start");
    assertThat(report.samples()).isPositive();
  }

  @Test
  void collectorThatHungUntilItsEndIsReported() throws Exception {
    CollectorReport report = looks(host, List.of(100, 101, 102), 122).reports().get(0);
    assertFailed(report, "it ran, but its last sample is 20 s before its end");
    assertThat(report.samples()).isPositive();
  }

  @Test
  void samplesOfAHostWhoseClockIsAheadHaveOurTimeAndAreJudgedByIt() throws Exception {
    Collection.Delivered delivered = looks(new Ahead(host, 3600), List.of(3700, 3701, 3702), 102.5);
    assertThat(delivered.clock().start().offsetS()).isEqualTo(3600);
    assertThat(delivered.reports().get(0).reason()).isEmpty();
    assertThat(times(delivered.samples()).distinct()).containsExactly(101.0, 102.0);
    time.nowS = 99.5;
    assertFailed(
        looks(new Ahead(host, 3600), List.of(3700, 3701, 3702), 122).reports().get(0),
        "it ran, but its last sample is 20 s before its end");
  }

  @Test
  void collectorsStartWithTheHostsSecond() throws Exception {
    start(new Ahead(host, 3600.75), new StandIn(new IoStat(), "true")).close();
    assertThat(time.nowS).isEqualTo(100.25);
  }

  /** A time that passes when the test says so. */
  private static final class SetTime implements Timer {
    private double nowS;

    SetTime(double nowS) {
      this.nowS = nowS;
    }

    @Override
    public Instant instant() {
      return Instant.ofEpochMilli(Math.round(nowS * 1e3));
    }

    @Override
    public long nanos() {
      return Math.round(nowS * 1e9);
    }

    @Override
    public void sleep(long millis) {
      nowS += millis / 1e3;
    }
  }

  /** A host that says that its clock is ahead. */
  private record Ahead(Host real, double aheadS) implements Host {
    @Override
    public String name() {
      return real.name();
    }

    @Override
    public Outcome run(Command command) {
      return real.run(command);
    }

    @Override
    public RunningProgram start(Command command, Path out, Path err) {
      return real.start(command, out, err);
    }

    @Override
    public ClockOffset clockOffset() {
      return new ClockOffset(aheadS, 0.001, 1);
    }
  }

  /** A real program in the place of a tool, whose output is read as that tool's. */
  private static class StandIn implements Collector {
    private final Collector tool;
    private final String[] command;

    StandIn(Collector tool, String... command) {
      this.tool = tool;
      this.command = command;
    }

    @Override
    public String name() {
      return "stand-in";
    }

    @Override
    public ToolVersion probe(Host host) {
      return new ToolVersion(name(), "1");
    }

    @Override
    public Recording start(Host host, Path rawFolder) {
      Path out = rawFolder.resolve("stand-in.txt");
      Path err = rawFolder.resolve("stand-in.err");
      return new Recording(
          host, host.start(Command.of(Duration.ofMinutes(1), command), out, err), out, err);
    }

    @Override
    public RawOutput stop(Recording recording) {
      return recording.interrupt();
    }

    @Override
    public Parsed parse(String host, Reader text) throws IOException {
      return tool.parse(host, text);
    }
  }
}
