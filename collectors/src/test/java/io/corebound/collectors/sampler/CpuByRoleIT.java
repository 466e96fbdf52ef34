package io.corebound.collectors.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.hosts.MachineTicks;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Outcome;
import io.corebound.hosts.process.RunningProgram;
import io.corebound.records.run.CellResult.CollectorReport;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.Samples;
import io.corebound.records.run.State;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The script on real processes of this machine. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class CpuByRoleIT {
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
      assertThat(Files.readString(raw())).as("it knows who was there before").contains("\np 1 ");
      while (!Files.readString(raw()).contains("\ne\n")) {
        Thread.sleep(20);
      }
      work.run();
      return collection.stop();
    }
  }

  /** Core-seconds of a role between two looks. */
  private record Use(double atS, String role, double coreS) {}

  /** Core-seconds of every role at every look: each sample by the time since the look before it. */
  private List<Use> uses(Samples samples) throws Exception {
    double[] looks =
        Files.readAllLines(raw()).stream()
            .filter(line -> line.startsWith("t "))
            .mapToDouble(line -> Double.parseDouble(line.split(" ", -1)[1]))
            .toArray();
    List<Use> uses = new ArrayList<>();
    for (Samples.Row row : samples.rows()) {
      int at = Arrays.binarySearch(looks, row.timeS());
      double percent = row.values().get(0) + row.values().get(1);
      double s = looks[at] - looks[at - 1];
      uses.add(new Use(row.timeS() - looks[0], row.device(), percent / 100 * s));
    }
    return uses;
  }

  private Map<String, Double> coreS(Samples samples) throws Exception {
    Map<String, Double> sum = new TreeMap<>();
    uses(samples).forEach(use -> sum.merge(use.role(), use.coreS(), Double::sum));
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

  /** A loop of so many steps, in a process of its own with a role that no other program has. */
  private static String burn(int steps, String role) {
    return "COREBOUND_ROLE=%s bash -c 'for ((i = 0; i < %s; i++)); do :; done'"
        .formatted(role, steps);
  }

  @Test
  void processesThatLiveShorterThanASampleAreAllCounted() throws Exception {
    Outcome[] outcome = new Outcome[1];
    String script =
        "for n in 1 2 3 4 5 6 7 8 9 10 11 12; do "
            + burn(60_000, "own")
            + "; sleep 0.05; done; times";
    Collection.Delivered delivered =
        collect(Duration.ofSeconds(1), () -> outcome[0] = host.run(marked("load", script)));

    CollectorReport report = delivered.reports().get(0);
    assertThat(report.state()).as(report.reason()).isEqualTo(State.OK);
    assertThat(report.notUnderstood()).as(report.examples().toString()).isZero();
    Map<String, Double> used = coreS(delivered.samples().get(0));
    double expected = childrenS(outcome[0]);
    assertThat(expected).isGreaterThan(0.2);
    // some were seen and have their role; some never were and are children of the load
    assertThat(used.getOrDefault("own", 0.0) + used.get("load"))
        .as(used.toString())
        .isCloseTo(expected, within(0.05 * expected + 0.05));
  }

  /**
   * A load that was run under a role and collected meanwhile.
   *
   * @param machine what {@code /proc/stat}, read by this test before and after the load, says of
   *     the machine
   * @param used core-seconds by role
   * @param load the load's own output
   * @param gaps of more than a tenth of a core-second between two looks
   */
  private record Loaded(
      MachineTicks machine, Map<String, Double> used, Outcome load, List<Use> gaps) {
    /** Of all roles, without what is told of the machine as a whole. */
    double rolesS() {
      return used.entrySet().stream()
          .filter(e -> !List.of("machine", "gap").contains(e.getKey()))
          .mapToDouble(Map.Entry::getValue)
          .sum();
    }

    /** For descriptions: all that tells why figures differ. */
    String figures() {
      return used
          + ", stolen: "
          + machine.stolenS()
          + " s, ticks that were lost: "
          + machine.lostS()
          + " s, large gaps: "
          + gaps;
    }
  }

  private Loaded load(Duration interval, String script) throws Exception {
    Outcome[] outcome = new Outcome[1];
    MachineTicks[] machine = new MachineTicks[1];
    Collection.Delivered delivered =
        collect(
            interval,
            () -> {
              MachineTicks before = MachineTicks.now();
              outcome[0] = host.run(marked("load", script));
              machine[0] = MachineTicks.now().since(before);
            });
    assertThat(outcome[0].ok()).as(outcome[0].err()).isTrue();
    Samples samples = delivered.samples().get(0);
    List<Use> gaps =
        uses(samples).stream()
            .filter(use -> use.role().equals("gap") && Math.abs(use.coreS()) > 0.1)
            .toList();
    return new Loaded(machine[0], coreS(samples), outcome[0], gaps);
  }

  /**
   * Two in a hundred of what {@code /proc/stat} says over the collector's own time; and that is
   * what this test has read in its, which is a little shorter. What a hypervisor took the kernel
   * subtracts from the machine's ticks and from the processes' run time at different moments, so
   * that the two differ by up to that; and of a tick that was lost only the processes know.
   */
  private static void addUp(Loaded loaded, double atLeastS) {
    double machineS = loaded.used().get("machine");
    assertThat(loaded.machine().busyS()).as("the load").isGreaterThan(atLeastS);
    assertThat(machineS)
        .isBetween(0.98 * loaded.machine().busyS(), 1.1 * loaded.machine().busyS() + 1);
    assertThat(loaded.rolesS())
        .as("roles beside /proc/stat: %s", loaded.figures())
        .isCloseTo(machineS, within(0.02 * machineS + 0.05 + loaded.machine().uncountedS()));
  }

  @Test
  void rolesAddUpToWhatTheKernelSaysThatTheMachineUsed() throws Exception {
    Loaded loaded =
        load(
            Duration.ofMillis(500),
            "(" + burn(1_200_000, "one") + ") & " + burn(1_200_000, "other-one") + "; wait; times");
    addUp(loaded, 1);
    double expected = childrenS(loaded.load());
    assertThat(loaded.used().get("one") + loaded.used().get("other-one"))
        .as(loaded.used().toString())
        .isCloseTo(expected, within(0.03 * expected + 0.03));
  }

  /** From a twentieth to some three tenths of a second each. */
  private static final String MANY =
      "for n in {1..%s}; do for steps in 20000 45000 75000 120000; do %s; done; done";

  private static final String SHORT = "bash -c 'for ((i = 0; i < '$steps'; i++)); do :; done'";

  @Test
  void hundredShortProcessesAddUpToWhatTheKernelSays() throws Exception {
    String loop = String.format(MANY, 12, SHORT);
    addUp(load(Duration.ofSeconds(1), "(" + loop + ") & " + loop + "; wait"), 1);
  }

  @Test
  void processesThatLeftTheirParentAddUpToWhatTheKernelSays() throws Exception {
    // a shell that ends at once; the process that takes its child (mostly init) waits for it
    String loop = String.format(MANY, 6, "( " + SHORT + " & ); sleep 0.1");
    addUp(load(Duration.ofSeconds(1), loop + "; sleep 0.5"), 0.6);
  }

  @Test
  void childrenWithLowerIdsThanTheirParentAreCountedOnce() throws Exception {
    // ids begin again at the lowest; that happens within hours, and here at once
    Path lastPid = Path.of("/proc/sys/kernel/ns_last_pid");
    assumeTrue(Files.isWritable(lastPid), "needs root, who may choose the next process id");
    Loaded loaded =
        load(
            Duration.ofMillis(100),
            "for n in {1..60}; do echo 300 >%s; %s; done; times"
                .formatted(lastPid, burn(30_000, "own")));
    addUp(loaded, 1);
    double expected = childrenS(loaded.load());
    assertThat(loaded.used().getOrDefault("own", 0.0) + loaded.used().get("load"))
        .as(loaded.used().toString())
        .isCloseTo(expected, within(0.03 * expected + 0.05));
  }

  @Test
  void whatNobodyWaitsForIsInTheGapAsFarAsNoSampleSawIt() throws Exception {
    assumeTrue(
        LocalHost.find("perl", System.getenv("PATH"), null).isPresent(),
        "needs perl, which can ignore the end of its children");
    int processes = 15;
    // each says what it used; times(2) brings the scheduler's figure up to date, which has more
    // digits. The parent can wait, but gets nobody's time by it
    Loaded loaded =
        load(
            Duration.ofSeconds(1),
            "perl -e '$SIG{CHLD} = q(IGNORE); for (1.."
                + processes
                + ") { unless (fork) { my ($u, $s) = (0, 0); "
                + "while ($u + $s < 0.1) { $_++ for 1..2000; ($u, $s) = times } "
                + "open my $f, q(<), q(/proc/self/schedstat); my ($ns) = split q( ), <$f>; "
                + "$ns ||= 1e9 * ($u + $s); print $$, q( ), $ns, qq(\n); exit } "
                + "select undef, undef, undef, 0.12 } 1 while wait() != -1'");
    Map<Long, Double> toldS = new TreeMap<>();
    for (String line : loaded.load().out().lines().toList()) {
      String[] words = line.split(" ", -1);
      toldS.put(Long.parseLong(words[0]), Double.parseDouble(words[1]) / 1e9);
    }
    assertThat(toldS).as(loaded.load().out()).hasSize(processes);
    Map<Long, Double> seenS = lastSeenS();
    double unseenS =
        toldS.entrySet().stream()
            .mapToDouble(told -> told.getValue() - seenS.getOrDefault(told.getKey(), 0.0))
            .sum();
    // on a busy machine they live longer, and samples see more of them
    assertThat(unseenS).as("told: %s, seen: %s", toldS, seenS).isPositive();
    double tolerance = 0.02 * loaded.used().get("machine") + 0.3 + loaded.machine().uncountedS();
    // what is nobody's counts as the kernel's up to the time of interrupts
    assertThat(loaded.used().get("gap"))
        .as("what was not seen: %s s; %s", unseenS, loaded.figures())
        .isBetween(unseenS - tolerance - loaded.machine().interruptS(), unseenS + tolerance);
  }

  /** What the last sample that saw a process since the load began says that it used, by its id. */
  private Map<Long, Double> lastSeenS() throws Exception {
    Map<Long, Double> seen = new TreeMap<>();
    for (String line : sinceTheLoadBegan().lines().toList()) {
      String[] words = line.split(" ", -1);
      if (words[0].equals("p")) {
        double ticks = Long.parseLong(words[4]) + Long.parseLong(words[5]);
        seen.put(Long.parseLong(words[1]), ticks / 100);
      }
    }
    return seen;
  }

  /** Without the first sample: what the machine had before is not the test's. */
  private String sinceTheLoadBegan() throws Exception {
    String text = Files.readString(raw());
    return text.substring(text.indexOf("\ne\n") + 3);
  }

  /** A script of that role; not among the shell's own arguments, which would tell another. */
  private static Command marked(String role, String script) {
    return Command.of(Duration.ofMinutes(4), "bash", "-c", "eval \"$SCRIPT\"")
        .with("SCRIPT", script)
        .inRole(role);
  }

  @Test
  void rolesAreToldByTheCommandLineWithoutItsClassPathElseByTheMark() throws Exception {
    // a name of its own, as java has: by the new name the script sees that what it saw as a copy of
    // the shell has become a program
    Path java = folder.resolve("java");
    Files.createSymbolicLink(
        java, LocalHost.find("bash", System.getenv("PATH"), null).orElseThrow());
    Path nothing = folder.resolve("nothing");
    Outcome made = host.run(Command.of(Duration.ofSeconds(20), "mkfifo", nothing.toString()));
    assertThat(made.ok()).as(made.lastWords()).isTrue();
    Map<String, String> expected = new LinkedHashMap<>();
    expected.put("org.apache.hadoop.hdfs.server.namenode.NameNode", "namenode");
    expected.put("org.apache.hadoop.hdfs.server.datanode.DataNode -rollback", "datanode");
    expected.put(
        "-cp /a org.apache.hadoop.yarn.server.resourcemanager.ResourceManager", "resourcemanager");
    expected.put(
        "-cp org.apache.hadoop.yarn.server.resourcemanager.ResourceManager a.Nothing", "some-mark");
    expected.put("org.apache.hadoop.yarn.server.nodemanager.NodeManager", "nodemanager");
    expected.put("org.apache.hadoop.mapreduce.v2.app.MRAppMaster", "applicationmaster");
    expected.put(TASK + "m_000001_0 5", "map");
    expected.put(TASK + "r_000001_0 5", "reduce");
    expected.put("org.apache.hadoop.util.RunJar a.jar", "client");
    String script =
        expected.keySet().stream()
            .map(arguments -> idle(java, nothing, arguments))
            .collect(Collectors.joining("\n", "", "\nwait"));
    Path pids = folder.resolve("pids");
    Path errors = folder.resolve("errors");
    List<String> roles = List.copyOf(expected.values());
    collect(
        Duration.ofMillis(200),
        () -> {
          RunningProgram tasks = host.start(marked("some-mark", script), pids, errors);
          long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
          while (!told(pids).equals(roles) && System.nanoTime() < deadline) {
            Thread.sleep(50);
          }
          tasks.stop(Duration.ofSeconds(1));
        });
    assertThat(told(pids)).as(Files.readString(errors)).containsExactlyElementsOf(roles);
  }

  /** The roles of these processes; other programs of this machine may begin meanwhile. */
  private List<String> told(Path pids) throws Exception {
    Map<String, String> told = new TreeMap<>();
    for (String line : sinceTheLoadBegan().lines().toList()) {
      String[] words = line.split(" ", -1);
      // the last line may not be whole yet
      if (words[0].equals("r") && words.length == 4) {
        // a process that was seen before it had become another program is told again
        told.put(words[1], words[3]);
      }
    }
    return Files.readAllLines(pids).stream().map(pid -> told.getOrDefault(pid, "none")).toList();
  }

  /**
   * A process of these arguments that waits for nothing, and its id. It has no child: one would
   * have its arguments until it is a program of its own.
   */
  private static String idle(Path java, Path nothing, String arguments) {
    return java + " -c 'read -t 60 x <>" + nothing + "' java " + arguments + " & echo $!";
  }

  @Test
  void itEndsWithItsInput() throws Exception {
    Recording recording = new CpuByRole().start(host, folder);
    while (!Files.readString(recording.file()).contains("\ne\n")) {
      Thread.sleep(20);
    }
    recording.program().closeInput();
    assertThat(recording.program().waitFor(Duration.ofSeconds(30))).hasValue(0);
  }
}
