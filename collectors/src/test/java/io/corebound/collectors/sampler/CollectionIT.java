package io.corebound.collectors.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.collectors.BusyLoad;
import io.corebound.collectors.Written;
import io.corebound.hosts.MachineTicks;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import io.corebound.records.run.CellResult.CollectorReport;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.Samples;
import io.corebound.records.run.State;
import io.corebound.records.units.CoreboundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real tools on this machine, started and stopped as a run does it. */
class CollectionIT {
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
    assumeTrue(there, "sysstat is not installed: apt-get install sysstat");
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
      Thread.sleep(Math.max(0, Math.round(startS * 1000 + 1500) - System.currentTimeMillis()));
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
      Written.await("sar writes", () -> Files.exists(recorded) && Files.size(recorded) != size);
    }
  }

  private void awaitSample(Collector collector, double afterS) throws Exception {
    new Written(host, raw().resolve(host.name())).awaitSample(collector, afterS);
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
  void collectorsThatDieAreReportedWithWhatTheyHadAndPidstatMayEndWithWhatItWatched()
      throws Exception {
    assumeSysstat();
    BusyLoad busy = new BusyLoad(host, folder);
    List<Collector> collectors =
        List.of(new IoStat(), new Sar(), new PidStat(Map.of(busy.pid(), "loop")));
    try (Collection collection = Collection.start(host, collectors, run(), raw())) {
      for (Collector collector : collectors) {
        awaitSample(collector, 0);
      }
      busy.close();
      // a pidstat that goes on instead has nothing to write
      for (int i = 0; i < 40 && collection.notRunning().isEmpty(); i++) {
        Thread.sleep(50);
      }
      killOne("iostat");
      killOne("sadc");
      Written.await(
          "both have ended", () -> collection.notRunning().containsAll(List.of("iostat", "sar")));
      List<CollectorReport> reports = collection.stop().reports();
      for (CollectorReport report : reports.subList(0, 2)) {
        assertThat(report.state()).isEqualTo(State.FAILED);
        assertThat(report.reason()).startsWith("it ended by itself");
        assertThat(report.reason()).contains("were read before");
        assertThat(report.samples()).isPositive();
      }
      CollectorReport pidstat = reports.get(2);
      assertThat(pidstat.state()).as(pidstat.reason()).isEqualTo(State.OK);
      assertThat(pidstat.samples()).isPositive();
    }
  }

  /** Kills the process of that name among those that this test has started. */
  private void killOne(String name) {
    ProcessHandle.current()
        .descendants()
        .filter(p -> p.info().command().orElse("").endsWith("/" + name))
        .forEach(ProcessHandle::destroyForcibly);
  }

  /** As {@code CollectionTest} has it in no time; the tools' own samples have such a gap too. */
  @Test
  @Tag("long")
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
}
