package io.corebound.collectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.corebound.hosts.Command;
import io.corebound.hosts.LocalHost;
import io.corebound.hosts.Outcome;
import io.corebound.records.CellResult.CollectorReport;
import io.corebound.records.RunDirectory;
import io.corebound.records.Samples;
import io.corebound.records.State;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The script on real processes of this machine, and the parser on what it wrote. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class CpuByRoleTest {
  private static final String TASK = "org.apache.hadoop.mapred.YarnChild 127.0.0.1 1 attempt_1_0_";

  @TempDir Path folder;

  private final LocalHost host = new LocalHost("test-" + UUID.randomUUID(), "node");

  @AfterEach
  void nothingIsLeftRunning() {
    int alive = host.alive();
    host.stopAll(Duration.ofSeconds(1));
    assertThat(alive).as("processes of this test that still run").isZero();
  }

  private interface Work {
    void run() throws Exception;
  }

  private Collection.Delivered collect(Duration interval, Work work) throws Exception {
    RunDirectory run = new RunDirectory(folder);
    try (Collection collection =
        Collection.start(host, List.of(new CpuByRole(interval)), run, run.rawFolder("cell"))) {
      while (!Files.readString(raw()).contains("\ne\n")) {
        Thread.sleep(20);
      }
      work.run();
      return collection.stop();
    }
  }

  /** Core-seconds of every role: each sample by the time since the look before it. */
  private Map<String, Double> coreS(Samples samples) throws Exception {
    double[] looks =
        Files.readAllLines(raw()).stream()
            .filter(line -> line.startsWith("t "))
            .mapToDouble(line -> Double.parseDouble(line.split(" ", -1)[1]))
            .toArray();
    Map<String, Double> sum = new TreeMap<>();
    for (Samples.Row row : samples.rows()) {
      int at = Arrays.binarySearch(looks, row.timeS());
      double percent = row.values().get(0) + row.values().get(1);
      sum.merge(row.device(), percent / 100 * (looks[at] - looks[at - 1]), Double::sum);
    }
    return sum;
  }

  private Path raw() {
    return new RunDirectory(folder).rawFolder("cell").resolve("node/roles.txt");
  }

  /** What the shell itself says that its children used: the last two figures of times(1p). */
  private static double childrenS(Outcome outcome) {
    Matcher matcher =
        Pattern.compile("(\\d+)m([\\d.]+)s (\\d+)m([\\d.]+)s\\s*$").matcher(outcome.out());
    assertThat(matcher.find()).as(outcome.out() + outcome.err()).isTrue();
    return 60 * Double.parseDouble(matcher.group(1))
        + Double.parseDouble(matcher.group(2))
        + 60 * Double.parseDouble(matcher.group(3))
        + Double.parseDouble(matcher.group(4));
  }

  /** A loop of so many steps, in a process of its own whose arguments are those of a task. */
  private static String burn(int steps, String arguments) {
    return "bash -c 'for ((i = 0; i < " + steps + "; i++)); do :; done' java " + arguments;
  }

  @Test
  void processesThatLiveShorterThanASampleAreAllCounted() throws Exception {
    Outcome[] outcome = new Outcome[1];
    String script =
        "for n in 1 2 3 4 5 6 7 8 9 10 11 12; do "
            + burn(60_000, TASK + "m_0 1 short")
            + "; sleep 0.05; done; times";
    Collection.Delivered delivered =
        collect(Duration.ofSeconds(1), () -> outcome[0] = host.run(marked("client", script)));

    CollectorReport report = delivered.reports().get(0);
    assertThat(report.state()).as(report.reason()).isEqualTo(State.OK);
    assertThat(report.notUnderstood()).as(report.examples().toString()).isZero();
    Map<String, Double> used = coreS(delivered.samples().get(0));
    double expected = childrenS(outcome[0]);
    assertThat(expected).isGreaterThan(0.2);
    // some were seen and are maps; some never were and are the client's children
    assertThat(used.getOrDefault("map", 0.0) + used.get("client"))
        .as(used.toString())
        .isCloseTo(expected, within(0.05 * expected + 0.05));
  }

  /**
   * A load that was run under a role and collected meanwhile.
   *
   * @param machineS what {@code /proc/stat}, read by this test before and after the load, says that
   *     the machine was busy with
   * @param stolenS what the hypervisor took meanwhile
   * @param used core-seconds by role
   * @param load the load's own output
   */
  private record Loaded(double machineS, double stolenS, Map<String, Double> used, Outcome load) {
    /** Of all roles, without what is told of the machine as a whole. */
    double rolesS() {
      return used.entrySet().stream()
          .filter(e -> !List.of("machine", "gap").contains(e.getKey()))
          .mapToDouble(Map.Entry::getValue)
          .sum();
    }
  }

  private Loaded load(Duration interval, String script) throws Exception {
    Outcome[] outcome = new Outcome[1];
    double[] machineS = new double[1];
    double[] stolenS = new double[1];
    Collection.Delivered delivered =
        collect(
            interval,
            () -> {
              double before = seconds(BUSY);
              double stolen = seconds(STEAL);
              outcome[0] = host.run(marked("client", script));
              machineS[0] = seconds(BUSY) - before;
              stolenS[0] = seconds(STEAL) - stolen;
            });
    assertThat(outcome[0].ok()).as(outcome[0].err()).isTrue();
    return new Loaded(machineS[0], stolenS[0], coreS(delivered.samples().get(0)), outcome[0]);
  }

  /** User, nice, system, irq, softirq: what the machine was busy with; proc_stat(5). */
  private static final List<Integer> BUSY = List.of(1, 2, 3, 6, 7);

  private static final List<Integer> STEAL = List.of(8);

  private static double seconds(List<Integer> fields) throws Exception {
    String[] f = Files.readAllLines(Path.of("/proc/stat")).get(0).split(" +", -1);
    long ticks = 0;
    for (int field : fields) {
      ticks += Long.parseLong(f[field]);
    }
    return ticks / 100.0;
  }

  /**
   * Two in a hundred of what {@code /proc/stat} says over the collector's own time; and that is
   * what this test has read in its, which is a little shorter. What a hypervisor took the kernel
   * subtracts from the machine's ticks and from the processes' run time at different moments, so
   * that the two differ by up to that.
   */
  private static void addUp(Loaded loaded, double atLeastS) {
    double machineS = loaded.used().get("machine");
    assertThat(loaded.machineS()).as("the load").isGreaterThan(atLeastS);
    assertThat(machineS).isBetween(0.98 * loaded.machineS(), 1.1 * loaded.machineS() + 1);
    assertThat(loaded.rolesS())
        .as("roles beside /proc/stat: %s, stolen: %s s", loaded.used(), loaded.stolenS())
        .isCloseTo(machineS, within(0.02 * machineS + 0.05 + loaded.stolenS()));
  }

  @Test
  void rolesAddUpToWhatTheKernelSaysThatTheMachineUsed() throws Exception {
    Loaded loaded =
        load(
            Duration.ofMillis(500),
            "("
                + burn(2_500_000, TASK + "m_0 1 long")
                + ") & "
                + burn(2_500_000, TASK + "r_0 1 long")
                + "; wait; times");
    addUp(loaded, 1);
    double expected = childrenS(loaded.load());
    assertThat(loaded.used().get("map") + loaded.used().get("reduce"))
        .as(loaded.used().toString())
        .isCloseTo(expected, within(0.03 * expected + 0.03));
  }

  /** From a twentieth to some three tenths of a second each. */
  private static final String MANY =
      "for n in {1..12}; do for steps in 40000 90000 150000 240000; do %s; done; done";

  private static final String SHORT = "bash -c 'for ((i = 0; i < '$steps'; i++)); do :; done'";

  @Test
  void hundredShortProcessesAddUpToWhatTheKernelSays() throws Exception {
    String loop = String.format(MANY, SHORT);
    addUp(load(Duration.ofSeconds(1), "(" + loop + ") & " + loop + "; wait"), 1);
  }

  @Test
  void processesThatLeftTheirParentAddUpToWhatTheKernelSays() throws Exception {
    // a shell that ends at once; whoever takes its child (init, mostly) waits for it
    String loop = String.format(MANY, "( " + SHORT + " & ); sleep 0.2");
    addUp(load(Duration.ofSeconds(1), loop + "; sleep 1"), 0.6);
  }

  @Test
  void whatNobodyWaitsForIsInTheGapAsFarAsNoSampleSawIt() throws Exception {
    assumeThat(LocalHost.find("perl", System.getenv("PATH"), null))
        .as("perl, which can ignore the end of its children")
        .isPresent();
    int processes = 25;
    double eachS = 0.1;
    Loaded loaded =
        load(
            Duration.ofSeconds(1),
            "perl -e '$SIG{CHLD} = q(IGNORE); for (1.."
                + processes
                + ") { unless (fork) { my ($u, $s) = (0, 0); "
                + "while ($u + $s < "
                + eachS
                + ") { $_++ for 1..2000; ($u, $s) = times } exit } select undef, undef, undef, 0.12 }"
                + " sleep 1'");
    assertThat(loaded.used().get("gap"))
        .as("used by them: %s s; %s", processes * eachS, loaded.used())
        // on a busy machine they live longer, and samples see more of them
        .isBetween(0.2 * processes * eachS, 1.1 * processes * eachS + 0.1);
  }

  /** A script of that role; not among the shell's own arguments, which would tell another. */
  private static Command marked(String role, String script) {
    return Command.of(Duration.ofMinutes(1), "bash", "-c", "eval \"$SCRIPT\"")
        .with("SCRIPT", script)
        .inRole(role);
  }

  @Test
  void rolesAreToldByTheCommandLineWithoutItsClassPathElseByTheMark() throws Exception {
    String script =
        String.join(
            "\n",
            idle("org.apache.hadoop.hdfs.server.namenode.NameNode"),
            idle("org.apache.hadoop.hdfs.server.datanode.DataNode -rollback"),
            idle("-cp /a org.apache.hadoop.yarn.server.resourcemanager.ResourceManager"),
            idle("-cp org.apache.hadoop.yarn.server.resourcemanager.ResourceManager a.Nothing"),
            idle("org.apache.hadoop.yarn.server.nodemanager.NodeManager"),
            idle("org.apache.hadoop.mapreduce.v2.app.MRAppMaster"),
            idle(TASK + "m_000001_0 5"),
            idle(TASK + "r_000001_0 5"),
            idle("org.apache.hadoop.util.RunJar a.jar"),
            "wait");
    collect(Duration.ofMillis(200), () -> host.run(marked("some-mark", script)));
    String text = Files.readString(raw());
    // what the machine had before is not the test's
    assertThat(text.substring(text.indexOf("\ne\n") + 3).lines())
        .filteredOn(line -> line.startsWith("r "))
        .extracting(line -> line.split(" ", -1)[3])
        .filteredOn(role -> !role.equals("some-mark"))
        .containsExactlyInAnyOrder(
            "namenode",
            "datanode",
            "resourcemanager",
            "nodemanager",
            "applicationmaster",
            "map",
            "reduce",
            "client");
    assertThat(text).contains(" some-mark\n");
  }

  private static String idle(String arguments) {
    return "bash -c 'sleep 1; :' java " + arguments + " &";
  }

  @Test
  void itEndsWithItsInput() throws Exception {
    Recording recording = new CpuByRole().start(host, folder);
    Thread.sleep(300);
    recording.program().closeInput();
    assertThat(recording.program().waitFor(Duration.ofSeconds(3))).hasValue(0);
  }

  @Test
  void intervalThatTheKernelsFiguresAreTooCoarseForIsRefused() {
    assertThatThrownBy(() -> new CpuByRole(Duration.ofMillis(10)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void recordedTextGivesTheTimesThatItsTicksSay() {
    String text =
        """
        t 100.0 100 0 50 1000 0 0 0 0 0 0
        p 1 5 0 10 10 0 0
        p 2 6 0 0 0 0 0
        r 9 70 datanode
        p 9 70 1 100 20 0 0
        e
        t 102.0 160 0 62 1100 0 1 3 9 0 0
        p 9 70 1 150 30 0 0
        e
        t 103.0 160 0 62 1200 0 1 3 9 0 0
        x 9
        p 1 5 0 10 10 153 31
        e
        """;
    Parsed parsed = new CpuByRole().parse("node", text);
    assertThat(parsed.problem()).isEmpty();
    assertThat(parsed.notUnderstood()).isZero();
    List<Samples.Row> rows = parsed.samples().get(0).rows();
    assertThat(rows)
        .contains(
            new Samples.Row(102, "datanode", List.of(25.0, 5.0)),
            new Samples.Row(102, "machine", List.of(30.0, 8.0)),
            // 76 ticks, of which 60 are the DataNode's and 4 interrupts
            new Samples.Row(102, "kernel", List.of(0.0, 2.0)),
            new Samples.Row(102, "gap", List.of(5.0, 1.0)),
            new Samples.Row(103, "datanode", List.of(3.0, 1.0)),
            new Samples.Row(103, "gap", List.of(-3.0, -1.0)));
    assertThat(rows).filteredOn(row -> row.device().equals("other")).hasSize(2);
  }

  @Test
  void textThatIsCutOffGivesWhatCameBeforeAndSaysSo() {
    String text = Fixture.text("roles.txt");
    Parsed whole = new CpuByRole().parse("node", text);
    assertThat(whole.problem()).isEmpty();
    assertThat(whole.notUnderstood()).isZero();
    Parsed cut = new CpuByRole().parse("node", text.substring(0, text.length() - 3));
    assertThat(cut.problem()).contains("was cut off");
    assertThat(cut.rows()).isPositive().isLessThan(whole.rows());
    assertThat(whole.samples().get(0).rows()).containsAll(cut.samples().get(0).rows());
  }

  @Property(tries = 200)
  void anyTextIsReadToItsEnd(@ForAll String text) {
    assertThat(new CpuByRole().parse("node", text).rows()).isZero();
  }

  @Property(tries = 300)
  void damagedTextIsReadToItsEnd(
      @ForAll @IntRange(max = 4000) int from,
      @ForAll @IntRange(max = 300) int length,
      @ForAll @IntRange(min = -9, max = Integer.MAX_VALUE) int number) {
    String text = Fixture.text("roles.txt");
    int start = Math.min(from, text.length());
    int end = Math.min(start + length, text.length());
    String damaged = text.substring(0, start) + number + "99999999" + text.substring(end);
    for (Samples samples : new CpuByRole().parse("node", damaged).samples()) {
      assertThat(samples.rows())
          .allMatch(row -> row.values().stream().allMatch(value -> Double.isFinite(value)));
    }
  }
}
