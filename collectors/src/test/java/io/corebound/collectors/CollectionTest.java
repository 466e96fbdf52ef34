package io.corebound.collectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.corebound.hosts.Command;
import io.corebound.hosts.Host;
import io.corebound.hosts.LocalHost;
import io.corebound.hosts.MachineTicks;
import io.corebound.records.CellResult.CollectorReport;
import io.corebound.records.CoreboundException;
import io.corebound.records.RunDirectory;
import io.corebound.records.Samples;
import io.corebound.records.State;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real tools on this machine, started and stopped as a run does it. */
class CollectionTest {
  @TempDir Path folder;

  private final LocalHost host = new LocalHost("test-" + UUID.randomUUID(), "node");

  @AfterEach
  void nothingIsLeftRunning() {
    int alive = host.alive();
    host.stopAll(Duration.ofSeconds(1));
    assertThat(alive).as("processes of this test that still run").isZero();
  }

  private RunDirectory run() {
    return new RunDirectory(folder);
  }

  private Path raw() {
    return run().rawFolder("cell");
  }

  private void assumeSysstat() {
    boolean there;
    try {
      new Sar().probe(host);
      there = true;
    } catch (CoreboundException e) {
      there = false;
    }
    assumeThat(there).as("sysstat is not installed: apt-get install sysstat").isTrue();
  }

  private static Samples source(Collection.Delivered delivered, String source) {
    return delivered.samples().stream()
        .filter(s -> s.source().equals(source))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + source + " in " + delivered.reports()));
  }

  @Test
  void aBusyLoopAndADiskWriteAreSeenByAllThreeTools() throws Exception {
    assumeSysstat();
    try (BusyLoad busy = new BusyLoad(host, folder);
        Collection collection =
            Collection.start(
                host,
                List.of(new Sar(), new IoStat(), new PidStat(Map.of(busy.pid(), "loop"))),
                run(),
                raw())) {
      assertThat(collection.notRunning()).isEmpty();
      awaitSarSamples(1);
      MachineTicks before = MachineTicks.now();
      double startS = nowS();
      writeMebibytes(64);
      Thread.sleep(Math.max(0, Math.round(startS * 1000 + 2500) - System.currentTimeMillis()));
      double endS = nowS();
      double stolenS = MachineTicks.now().since(before).stolenS();
      // a sample that was under way at the end, and one that begins after it
      awaitSarSamples(2);
      Collection.Delivered delivered = collection.stop();

      assertThat(delivered.reports()).extracting(CollectorReport::reason).containsOnly("");
      assertThat(delivered.reports()).extracting(CollectorReport::state).containsOnly(State.OK);
      assertThat(delivered.reports()).extracting(CollectorReport::notUnderstood).containsOnly(0);
      assertCpu(source(delivered, "sar-cpu"), startS, endS, stolenS);
      assertLoop(source(delivered, "pidstat"));
      assertThat(source(delivered, "iostat-disk").rows()).hasSizeGreaterThanOrEqualTo(2);
      assertThat(source(delivered, "sar-disk").rows()).isNotEmpty();
    }
    assertThat(files())
        .contains("sar.sa", "sar.json", "iostat.json", "pidstat.txt")
        .doesNotContain("big.dat");
  }

  /** Waits until sar has written so many more times. */
  private void awaitSarSamples(int more) throws Exception {
    Path recorded = raw().resolve(host.name()).resolve("sar.sa");
    for (int i = 0; i < more; i++) {
      long size = Files.exists(recorded) ? Files.size(recorded) : 0;
      await("sar writes", () -> Files.exists(recorded) && Files.size(recorded) != size);
    }
  }

  /** However long a busy disk holds the tools up, and the machine this test. */
  private static void await(String what, Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (!condition.call()) {
      assertThat(System.nanoTime()).as("not within 30 s: %s", what).isLessThan(deadline);
      Thread.sleep(50);
    }
  }

  /** Waits for a sample after that time which the collector's own parser can read. */
  private void awaitSample(Collector collector, double afterS) throws Exception {
    await(
        "a sample of " + collector.name(),
        () ->
            times(collector.parse(host.name(), written(collector.name())).samples())
                .anyMatch(timeS -> timeS > afterS));
  }

  /** What a collector has written until now, as the text that its parser reads. */
  private String written(String collector) throws Exception {
    Path there = raw().resolve(host.name());
    if (collector.equals("sar")) {
      String binary = there.resolve("sar.sa").toString();
      return host.run(Command.of(Duration.ofSeconds(20), "sadf", "-j", binary, "--", "-u")).out();
    }
    Path text = there.resolve(collector + (collector.equals("iostat") ? ".json" : ".txt"));
    return Files.exists(text) ? Files.readString(text) : "";
  }

  private void writeMebibytes(int count) throws Exception {
    Path file = folder.resolve("big.dat");
    host.run(
        Command.of(
            Duration.ofSeconds(30),
            "dd",
            "if=/dev/zero",
            "of=" + file,
            "bs=1M",
            "count=" + count,
            "conv=fsync"));
    Files.delete(file);
  }

  private static void assertCpu(Samples cpu, double startS, double endS, double stolenS) {
    int cores = Runtime.getRuntime().availableProcessors();
    List<Samples.Row> all = cpu.rows().stream().filter(r -> r.device().equals("all")).toList();
    assertThat(all).hasSizeGreaterThanOrEqualTo(2);
    for (Samples.Row row : all) {
      assertThat(row.values().stream().mapToDouble(v -> v).sum()).isCloseTo(100, within(0.1));
      assertThat(row.timeS()).isBetween(startS - 3, endS + 30);
    }
    // the loop keeps a core busy all the time, unless the hypervisor takes it, which is not busy
    double busy = CpuTime.busyCoreSeconds(cpu, startS, endS, cores);
    assertThat(busy + stolenS).as("busy: %s", busy).isGreaterThan(0.7 * (endS - startS));
    assertThat(busy).isLessThan(1.02 * cores * (endS - startS));
  }

  private static void assertLoop(Samples pidstat) {
    assertThat(pidstat.rows()).hasSizeGreaterThanOrEqualTo(2);
    double sum = 0;
    for (Samples.Row row : pidstat.rows()) {
      assertThat(row.device()).isEqualTo("loop");
      sum += row.values().get(0) + row.values().get(1);
    }
    // other work may take the core from it, but nothing gives it a second one; pidstat reads the
    // time and the process at two moments, between which it may be held up
    assertThat(sum / pidstat.rows().size()).as("%s", pidstat.rows()).isBetween(10.0, 115.0);
  }

  private List<String> files() throws Exception {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.map(f -> f.getFileName().toString()).toList();
    }
  }

  @Test
  void aCollectorThatDiesInTheMiddleIsReportedWithWhatItHad() throws Exception {
    assumeSysstat();
    try (Collection collection =
        Collection.start(host, List.of(new IoStat(), new Sar()), run(), raw())) {
      awaitSample(new IoStat(), 0);
      awaitSample(new Sar(), 0);
      killOne("iostat");
      killOne("sadc");
      await("both have ended", () -> collection.notRunning().size() == 2);
      assertThat(collection.notRunning()).containsExactly("iostat", "sar");
      for (CollectorReport report : collection.stop().reports()) {
        assertThat(report.state()).isEqualTo(State.FAILED);
        assertThat(report.reason()).startsWith("it ended by itself before it was stopped");
        assertThat(report.reason()).contains("were read before");
        assertThat(report.samples()).isPositive();
      }
    }
  }

  /** Kills the process of that name among those that this test has started. */
  private void killOne(String name) {
    ProcessHandle.current()
        .descendants()
        .filter(p -> p.info().command().orElse("").endsWith("/" + name))
        .forEach(ProcessHandle::destroyForcibly);
  }

  @Test
  void aToolThatIsMissingIsReportedWithTheRemedyAndTheOthersGoOn() throws Exception {
    assumeSysstat();
    Collector missing = new Missing();
    try (Collection collection =
        Collection.start(host, List.of(missing, new IoStat()), run(), raw())) {
      awaitSample(new IoStat(), 0);
      Collection.Delivered delivered = collection.stop();
      CollectorReport report = delivered.reports().get(0);
      assertThat(report.state()).isEqualTo(State.FAILED);
      assertThat(report.reason())
          .contains("no-such-tool is not on host node")
          .contains("apt-get install");
      assertThat(delivered.reports().get(1).state()).isEqualTo(State.OK);
    }
  }

  @Test
  void whatAHostCannotHaveIsSkippedWithTheReasonAndIsNoFailure() throws Exception {
    Collector notHere =
        new Silent() {
          @Override
          public Optional<String> unavailable(Host host) {
            return Optional.of("the kernel keeps none");
          }
        };
    try (Collection collection = Collection.start(host, List.of(notHere), run(), raw())) {
      assertThat(collection.notRunning()).isEmpty();
      CollectorReport report = collection.stop().reports().get(0);
      assertThat(report.state()).isEqualTo(State.SKIPPED);
      assertThat(report.reason()).isEqualTo("the kernel keeps none");
    }
  }

  @Test
  void aToolThatPrintsNothingIsAFailure() throws Exception {
    try (Collection collection = Collection.start(host, List.of(new Silent()), run(), raw())) {
      CollectorReport report = collection.stop().reports().get(0);
      assertThat(report.state()).isEqualTo(State.FAILED);
      assertThat(report.reason()).startsWith("it delivered no sample");
      assertThat(report.raw()).isEqualTo("cells/cell/raw/node/silent.txt");
    }
  }

  @Test
  void aToolThatPrintsNonsenseIsAFailureThatShowsIt() throws Exception {
    Collector nonsense = new Silent("sh", "-c", "echo Segmentation violation; exec sleep 60");
    try (Collection collection = Collection.start(host, List.of(nonsense), run(), raw())) {
      await("it says something", () -> written("silent").endsWith("\n"));
      CollectorReport report = collection.stop().reports().get(0);
      assertThat(report.state()).isEqualTo(State.FAILED);
      assertThat(report.reason())
          .isEqualTo(
              "it delivered no sample; iostat wrote no JSON; lines or values that were not"
                  + " understood: 1, the first: Segmentation violation");
      assertThat(report.notUnderstood()).isEqualTo(1);
    }
  }

  @Test
  void aToolThatDiesAtOnceIsAFailureThatSaysWhy() throws Exception {
    Collector dying = new Silent("sh", "-c", "echo no such device >&2; exit 3");
    try (Collection collection = Collection.start(host, List.of(dying), run(), raw())) {
      await("it has ended", () -> !collection.notRunning().isEmpty());
      assertThat(collection.notRunning()).containsExactly("silent");
      CollectorReport report = collection.stop().reports().get(0);
      assertThat(report.state()).isEqualTo(State.FAILED);
      assertThat(report.reason())
          .isEqualTo(
              "it delivered no sample; it ended by itself before it was stopped (exit status 3: no"
                  + " such device)");
    }
  }

  @Test
  void aCollectorThatRunsButHasHungIsAFailure() {
    Parsed parsed = new IoStat().parse("node", Fixture.text("iostat-12.6.1.json"));
    Stopped end = new Stopped(folder, "");
    double firstS = times(parsed.samples()).min().orElseThrow();
    double lastS = times(parsed.samples()).max().orElseThrow();
    assertThat(Collection.reason(end, parsed, firstS - 1, lastS + 9, "")).isEmpty();
    assertThat(Collection.reason(end, parsed, firstS - 1, lastS + 30, ""))
        .isEqualTo("it ran, but its last sample is 30 s before its end");
    assertThat(Collection.reason(end, parsed, firstS - 14, lastS + 30, "the clock was set"))
        .isEqualTo(
            "it ran, but its first sample is 14 s after its start; its last sample is 30 s before"
                + " its end; the clock was set");
    assertThat(Collection.reason(new Stopped(folder, "gone"), parsed, firstS - 14, Double.NaN, ""))
        .isEqualTo(
            "gone; "
                + parsed.rows()
                + " rows of samples were read before; its first sample is 14 s after its start");
  }

  private static DoubleStream times(List<Samples> samples) {
    return samples.stream().flatMap(s -> s.rows().stream()).mapToDouble(Samples.Row::timeS);
  }

  @Test
  void collectorsThatHungForAWhileAreReportedThoughTheyGoOn() throws Exception {
    assumeSysstat();
    List<Collector> collectors = List.of(new IoStat(), new CpuByRole(), new Sar());
    try (Collection collection = Collection.start(host, collectors, run(), raw())) {
      for (Collector collector : collectors) {
        awaitSample(collector, 0);
      }
      // while one was waited for, another may have been held up: each has one right before it hangs
      double readyS = nowS();
      for (Collector collector : collectors) {
        awaitSample(collector, readyS - 1);
      }
      double from = nowS();
      signal("STOP");
      double stopped = nowS();
      Thread.sleep(13_000);
      double going = nowS();
      signal("CONT");
      double to = nowS();
      for (Collector collector : collectors) {
        // times of sysstat's tools have whole seconds
        awaitSample(collector, to - 1);
      }
      for (CollectorReport report : collection.stop().reports()) {
        assertThat(report.state()).as(report.name()).isEqualTo(State.FAILED);
        assertThat(report.reason()).startsWith("it ran, but ");
        assertThat(seconds(report.reason(), "it has no sample for "))
            .as(report.name())
            .isBetween(going - stopped - 2.5, to - from + 6);
        assertThat(report.samples()).isPositive();
      }
    }
  }

  @Test
  void collectorThatHangsAtItsStartIsReportedThoughItGoesOn() throws Exception {
    assumeSysstat();
    // by itself and before its first sample, whenever this test would come to stop it
    Collector hangs =
        new Silent(
            "sh",
            "-c",
            "kill -s STOP $$; export S_TIME_FORMAT=ISO; exec iostat -x -k -t -y -o JSON 1");
    double before = nowS();
    try (Collection collection = Collection.start(host, List.of(hangs), run(), raw())) {
      double started = nowS();
      Thread.sleep(8000);
      double going = nowS();
      signal("CONT");
      double to = nowS();
      awaitSample(hangs, 0);
      CollectorReport report = collection.stop().reports().get(0);
      assertThat(report.state()).isEqualTo(State.FAILED);
      assertThat(seconds(report.reason(), "it ran, but its first sample is "))
          .isBetween(going - started - 2, to - before + 6);
    }
  }

  private static double nowS() {
    return System.currentTimeMillis() / 1000.0;
  }

  /** The seconds that a reason tells after these words. */
  private static double seconds(String reason, String words) {
    Matcher matcher = Pattern.compile(Pattern.quote(words) + "([0-9]+) s[, ]").matcher(reason);
    assertThat(matcher.find()).as(reason).isTrue();
    return Double.parseDouble(matcher.group(1));
  }

  /** To all that this test has started. */
  private void signal(String name) throws Exception {
    for (ProcessHandle child : ProcessHandle.current().descendants().toList()) {
      new ProcessBuilder("kill", "-" + name, Long.toString(child.pid())).start().waitFor();
    }
  }

  @Test
  void pidstatMayEndWithTheProcessesThatItWatched() throws Exception {
    assumeSysstat();
    try (BusyLoad busy = new BusyLoad(host, folder);
        Collection collection =
            Collection.start(
                host, List.of(new PidStat(Map.of(busy.pid(), "loop"))), run(), raw())) {
      Thread.sleep(2500);
      busy.close();
      Thread.sleep(2000);
      CollectorReport report = collection.stop().reports().get(0);
      assertThat(report.state()).as(report.reason()).isEqualTo(State.OK);
    }
  }

  /** A tool that no machine has. */
  private static final class Missing extends Silent {
    @Override
    public ToolVersion probe(Host host) {
      return ToolVersion.ask(host, "no-such-tool", "-V", Sysstat.VERSION, Sysstat.REMEDY);
    }
  }

  /** A real program in the place of iostat; by itself it runs and prints nothing. */
  private static class Silent implements Collector {
    private final String[] command;

    Silent() {
      this("sleep", "60");
    }

    Silent(String... command) {
      this.command = command;
    }

    @Override
    public String name() {
      return "silent";
    }

    @Override
    public ToolVersion probe(Host host) {
      return new ToolVersion("silent", "1");
    }

    @Override
    public Recording start(Host host, Path rawFolder) {
      Path out = rawFolder.resolve("silent.txt");
      Path err = rawFolder.resolve("silent.err");
      return new Recording(
          host, host.start(Command.of(Duration.ofMinutes(1), command), out, err), out, err);
    }

    @Override
    public Stopped stop(Recording recording) {
      OptionalInt early = recording.endedBefore();
      recording.interrupt();
      return new Stopped(
          recording.file(), early.isPresent() ? recording.diedReason(early.getAsInt()) : "");
    }

    @Override
    public Parsed parse(String host, String text) {
      return new IoStat().parse(host, text);
    }
  }
}
