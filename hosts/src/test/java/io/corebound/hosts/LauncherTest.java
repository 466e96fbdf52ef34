package io.corebound.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.hosts.machine.Requirements;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Outcome;
import io.corebound.hosts.process.ToolEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The launcher on machines that this one is not: a PATH that has only what such a machine would
 * have. Programs that stand for another machine's (an old Java, a package manager, Maven) are small
 * scripts; nothing is ever installed.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class LauncherTest {
  private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();
  private static final String TABLE =
      "hosts/src/main/resources/io/corebound/hosts/machine/requirements.txt";
  private static final String OPTIONS = "cli/src/main/resources/io/corebound/cli/options.txt";
  private static final List<String> BASIC =
      List.of(
          "awk",
          "bash",
          "cat",
          "cut",
          "dirname",
          "env",
          "find",
          "flock",
          "grep",
          "tee",
          "mkdir",
          "mv",
          "nice",
          "paste",
          "readlink",
          "sed",
          "setsid",
          "sh",
          "sleep",
          "sort",
          "uniq",
          "stty",
          "tail",
          "touch",
          "true");
  private static final List<String> TOOLS =
      List.of("sar", "iostat", "pidstat", "fio", "netperf", "ss", "git");

  /** A line of a shell's {@code export -p}. */
  private static final Pattern EXPORTED =
      Pattern.compile("(?m)^(?:export|declare -x) (\\w+)=['\"]?(.*?)['\"]?$");

  @TempDir Path folder;
  private Path root;
  private Path bin;
  private final Map<String, String> environment = new HashMap<>();
  private final LocalHost host = new LocalHost("launcher-" + System.nanoTime(), "here");

  @BeforeEach
  void aMachineWithNothing() throws IOException {
    root = Files.createDirectories(folder.toRealPath().resolve("a place/corebound"));
    bin = Files.createDirectory(folder.resolve("bin"));
    Files.copy(PROJECT.resolve("corebound"), root.resolve("corebound"));
    assertThat(root.resolve("corebound").toFile().setExecutable(true)).isTrue();
    for (String file : List.of(TABLE, OPTIONS)) {
      Files.createDirectories(root.resolve(file).getParent());
      Files.copy(PROJECT.resolve(file), root.resolve(file));
    }
    for (String name : BASIC) {
      Path real = LocalHost.find(name, System.getenv("PATH"), null).orElseThrow();
      Files.createSymbolicLink(bin.resolve(name), real);
    }
    environment.put("PATH", bin.toString());
    environment.put("JAVA_HOME", "");
    environment.put("COREBOUND_JVM_FOLDER", folder.resolve("jvm").toString());
    environment.put("COREBOUND_NO_INSTALL", "1");
  }

  @Test
  void helpWithoutJavaShowsTheCommandsAndHowToGetJava() throws IOException {
    aptWith("openjdk-17-jdk-headless", "maven");
    Outcome outcome = corebound("--help");
    assertThat(outcome.exitStatus()).isZero();
    assertThat(outcome.out()).contains("Usage: corebound", "run", "doctor");
    assertThat(outcome.err())
        .contains("needs a JDK 17 or newer")
        .contains("apt-get install -y --no-install-recommends openjdk-17-jdk-headless maven");
  }

  @Test
  void aRunListsAllThatIsMissingAndEndsWithTheCommand() throws IOException {
    aptWith(
        "openjdk-21-jdk-headless", "openjdk-17-jdk-headless", "maven", "sysstat", "fio", "iperf3");
    Outcome outcome = corebound("run");
    assertThat(outcome.exitStatus()).isEqualTo(3);
    assertThat(outcome.err())
        .contains("JDK 17 or newer", "Maven", "sar", "fio", "netperf or iperf3", "ss ")
        .contains("git")
        .doesNotContain("Chromium");
    assertThat(outcome.lastWords())
        .contains("apt-get update && ")
        .endsWith(
            "apt-get install -y --no-install-recommends openjdk-21-jdk-headless maven sysstat fio"
                + " iperf3 iproute2");
  }

  @Test
  void netperfIsChosenWhereThePackageManagerHasIt() throws IOException {
    aptWith("openjdk-17-jdk-headless", "maven", "netperf", "iperf3");
    assertThat(corebound("run").lastWords()).contains(" netperf").doesNotContain("iperf3");
  }

  @Test
  void aMachineWithoutPackageManagerIsToldToInstallByHand() {
    Outcome outcome = corebound("report", "x");
    assertThat(outcome.exitStatus()).isEqualTo(3);
    assertThat(outcome.lastWords()).contains("JDK 17 or newer").endsWith("by hand");
  }

  @Test
  void anOldJavaIsNamed() throws IOException {
    jdk("jdk-11", "11.0.22");
    Files.createSymbolicLink(bin.resolve("java"), folder.resolve("jdk-11/bin/java"));
    Outcome outcome = corebound("predict");
    assertThat(outcome.exitStatus()).isEqualTo(3);
    assertThat(outcome.err()).contains("jdk-11 has Java 11; JDK 17 or newer is needed");
  }

  @Test
  void aJavaWithoutCompilerIsNoJdk() throws IOException {
    jdk("jre", "17.0.1");
    Files.delete(folder.resolve("jre/bin/javac"));
    environment.put("JAVA_HOME", folder.resolve("jre").toString());
    Outcome outcome = corebound("run");
    assertThat(outcome.exitStatus()).isEqualTo(3);
    assertThat(outcome.err()).contains("jre has no JDK");
  }

  @Test
  void doctorWithoutJavaShowsTheTable() throws IOException {
    script("fio", "exit 0");
    Outcome outcome = corebound("doctor");
    assertThat(outcome.exitStatus()).isEqualTo(3);
    assertThat(outcome.out())
        .containsPattern("JDK 17 or newer +missing +required")
        .containsPattern("fio +present")
        .containsPattern("Chromium +missing +test");
  }

  @Test
  void aMissingToolStopsARunOnABuiltMachine() throws IOException {
    built();
    tools();
    Files.delete(bin.resolve("fio"));
    Outcome outcome = corebound("run");
    assertThat(outcome.exitStatus()).isEqualTo(3);
    assertThat(outcome.err()).contains("fio", "measures the disk").doesNotContain("pidstat");
    assertThat(corebound("run", "--help").out()).as("help needs no fio").contains("--help");
  }

  @Test
  void anInstallationThatFailsIsOneLineWithTheCommandAndTheEndOfTheLog() throws IOException {
    aptWith("openjdk-17-jdk-headless", "maven");
    script(
        "apt-get",
        "echo \"$DEBIAN_FRONTEND $*\" >>" + folder.resolve("calls"),
        "echo 'E: Could not resolve host' >&2",
        "exit 100");
    script("sudo", "[ \"$1\" != -n ] || shift", "exec \"$@\"");
    environment.put("COREBOUND_NO_INSTALL", "");
    Outcome outcome = corebound("run");
    assertThat(outcome.exitStatus()).isEqualTo(3);
    assertThat(outcome.err()).contains("E: Could not resolve host");
    assertThat(outcome.lastWords())
        .contains(root + "/.corebound/install.log")
        .contains("run: ")
        .contains("apt-get install -y --no-install-recommends openjdk-17-jdk-headless maven");
    assertThat(Files.readAllLines(folder.resolve("calls")))
        .satisfiesExactly(
            update -> assertThat(update).endsWith("update"),
            install -> assertThat(install).startsWith("noninteractive ").contains(" install -y "));
  }

  @Test
  void testInstallsWhatIsOptionalForOthersToo() throws IOException {
    jdkOnPath();
    tools();
    script("mvn", "exit 0");
    script("apt-cache", "echo '  Candidate: 1.0'");
    script("apt-get", "echo \"$*\" >>" + folder.resolve("calls"));
    script("sudo", "[ \"$1\" != -n ] || shift", "exec \"$@\"");
    environment.put("COREBOUND_NO_INSTALL", "");
    corebound("test");
    assertThat(Files.readAllLines(folder.resolve("calls")))
        .last()
        .asString()
        .contains(" install -y ", " openssh-client ", " chromium ", " shellcheck");
  }

  @Test
  void noInstallAsAnOptionInstallsNothing() throws IOException {
    aptWith("maven");
    script("apt-get", "echo called >>" + folder.resolve("calls"));
    environment.put("COREBOUND_NO_INSTALL", "");
    assertThat(corebound("run", "--no-install").exitStatus()).isEqualTo(3);
    assertThat(corebound("--no-install", "run").exitStatus()).isEqualTo(3);
    assertThat(folder.resolve("calls")).doesNotExist();
  }

  @Test
  void optionsOfTheSetUpGoWithEveryCommandAndWhatStandsBehindTwoHyphensStays() throws IOException {
    built();
    for (List<String> command :
        List.of(List.of("doctor"), List.of("sweep", "paper-2013", "--dry-run"))) {
      List<String> line = new ArrayList<>(command);
      line.addAll(List.of("--no-install", "--yes"));
      assertThat(given(corebound(line.toArray(String[]::new)))).isEqualTo(command);
    }
    assertThat(given(corebound("collect", "--yes", "--", "apk", "--no-install")))
        .containsExactly("collect", "--", "apk", "--no-install");
  }

  /** The arguments that Java was given for corebound, by the {@code java} of a test. */
  private static List<String> given(Outcome outcome) {
    List<String> lines = outcome.out().lines().toList();
    return lines.subList(lines.indexOf("<io.corebound.cli.Main>") + 1, lines.size()).stream()
        .map(line -> line.substring(1, line.length() - 1))
        .toList();
  }

  @Test
  void onATerminalItAsksAndNoInstallsNothing() throws IOException {
    Optional<Path> script = LocalHost.find("script", System.getenv("PATH"), null);
    assumeTrue(script.isPresent(), "needs script(1) for a terminal");
    aptWith("openjdk-17-jdk-headless", "maven");
    script("apt-get", "echo called >>" + folder.resolve("calls"));
    script("sudo", "exit 0");
    environment.put("COREBOUND_NO_INSTALL", "");
    Outcome outcome =
        run(
            folder,
            "sh",
            "-c",
            "echo n | " + script.get() + " -qec \"'$0' run\" /dev/null",
            root.resolve("corebound").toString());
    assertThat(outcome.out()).contains("Install this now? [Y/n]").contains("install it with: ");
    assertThat(outcome.exitStatus()).isEqualTo(3);
    assertThat(folder.resolve("calls")).doesNotExist();
  }

  @Test
  void coreboundKnowsHowWideTheTerminalIs() throws IOException {
    Optional<Path> script = LocalHost.find("script", System.getenv("PATH"), null);
    assumeTrue(script.isPresent(), "needs script(1) for a terminal");
    built();
    Outcome outcome =
        run(
            folder,
            "sh",
            "-c",
            script.get() + " -qec \"stty cols 200; '$0' predict\" /dev/null </dev/null",
            root.resolve("corebound").toString());
    assertThat(outcome.out()).contains("<-Dcorebound.columns=200>");
    assertThat(corebound("predict").out()).doesNotContain("corebound.columns");
  }

  @Test
  void argumentsReachCoreboundAsTheyAreThroughALinkAndFromAnotherFolder() throws IOException {
    built();
    Path link =
        Files.createSymbolicLink(folder.resolve("link to corebound"), root.resolve("corebound"));
    Outcome outcome = run(folder, link.toString(), "predict", "a b", "", "--machine", "*");
    assertThat(outcome.out().lines())
        .contains("<-Dcorebound.root=" + root + ">")
        .contains("<" + root + "/cli/target/cli-1.jar:" + root + "/cli/target/lib/*>")
        .containsSubsequence(
            "<io.corebound.cli.Main>", "<predict>", "<a b>", "<>", "<--machine>", "<*>");
  }

  @Test
  void coreboundTakesTheLaunchersPlace() throws IOException {
    built();
    script(folder.resolve("jdk-17/bin/java"), "echo $$; exit 7");
    Outcome outcome =
        run(folder, "sh", "-c", "\"$0\" predict & echo $!; wait $!", root + "/corebound");
    assertThat(outcome.exitStatus()).isEqualTo(7);
    assertThat(outcome.out().lines().distinct()).as("one process id").hasSize(1);
  }

  @Test
  void commandsOfTheUsersGetTheEnvironmentThatItWasCalledIn() throws IOException {
    jdk("own", "11.0.1");
    built();
    script(folder.resolve("jdk-17/bin/java"), "export -p");
    environment.put("JAVA_HOME", folder.resolve("own").toString());
    environment.put("HADOOP_USER_NAME", "some body");
    Map<String, String> seen = new HashMap<>();
    Matcher variable = EXPORTED.matcher(corebound("predict").out());
    while (variable.find()) {
      seen.put(variable.group(1), variable.group(2));
    }
    assertThat(seen)
        .containsEntry("JAVA_HOME", folder.resolve("jdk-17").toString())
        .doesNotContainKey("HADOOP_USER_NAME");
    ToolEnvironment.restoreUsers(seen);
    assertThat(seen)
        .containsEntry("JAVA_HOME", folder.resolve("own").toString())
        .containsEntry("HADOOP_USER_NAME", "some body")
        .doesNotContainKey("JAVA_TOOL_OPTIONS");
    assertThat(seen.keySet()).noneMatch(name -> name.startsWith("COREBOUND_USER"));
  }

  @Test
  void theNewestJdkOfTheSystemIsTakenWhereNoneIsOnThePath() throws IOException {
    jdk("jvm/java-17", "17.0.1");
    jdk("jvm/java-21", "21.0.1");
    jdk("jvm/java-11", "11.0.1");
    built();
    Files.delete(bin.resolve("java"));
    Files.writeString(folder.resolve("jvm/java-21/release"), "JAVA_VERSION=\"21.0.1\"\n");
    script(folder.resolve("jvm/java-21/bin/java"), "echo twenty-one $JAVA_HOME");
    assertThat(corebound("predict").out())
        .isEqualTo("twenty-one " + folder.resolve("jvm/java-21") + "\n");
  }

  @Test
  void itBuildsOnFirstUseAndWhenSourcesChangeOnly() throws IOException {
    mavenThatBuilds();
    assertThat(corebound("predict").err()).contains("building corebound (first use");
    assertThat(corebound("predict").err()).doesNotContain("building");
    Path source = Files.createDirectories(root.resolve("cli/src/main/java")).resolve("A.java");
    Files.writeString(source, "class A {}");
    assertThat(corebound("predict").err()).contains("its sources have changed");
    assertThat(corebound("predict").err()).doesNotContain("building");
    Files.delete(source);
    assertThat(corebound("predict").err()).contains("its sources have changed");
    assertThat(Files.readAllLines(folder.resolve("builds")))
        .hasSize(3)
        .allMatch(line -> line.equals("-B -ntp -q -Dquick package in " + root));
  }

  /** As in a container that is run with --user. */
  @Test
  void userIdWithoutANameIsOneLineBeforeAnythingIsDone() throws IOException {
    mavenThatBuilds();
    tools();
    script("id", "[ \"$1\" = -g ] && echo 4711");
    for (String command : List.of("run", "micro", "sweep", "test")) {
      Outcome outcome = corebound(command);
      assertThat(outcome.exitStatus()).isEqualTo(3);
      assertThat(outcome.err().lines())
          .singleElement()
          .asString()
          .contains("/etc/passwd", ":4711:", "Hadoop");
    }
    assertThat(root.resolve(".corebound")).doesNotExist();
    Files.delete(bin.resolve("java"));
    assertThat(corebound("doctor").out()).contains("/etc/passwd");
  }

  /** Java's would be a folder named ? in the working directory. */
  @Test
  void homeOfAUserWithoutANameIsTheirsOrTheCheckouts() throws IOException {
    mavenThatBuilds();
    tools();
    script("id", "exit 1");
    Path home = Files.createDirectory(folder.resolve("home"));
    for (Path usable : List.of(home, root.resolve(".corebound"))) {
      environment.put("HOME", usable.equals(home) ? home.toString() : "/");
      Files.deleteIfExists(root.resolve(".corebound/built"));
      assertThat(corebound("predict").out()).contains("<-Duser.home=" + usable + ">");
      assertThat(folder.resolve("options")).hasContent("-Duser.home=\"" + usable + "\"");
      assertThat(corebound("probe").out()).contains("<-Duser.home=" + usable + ">");
    }
    script("id", "echo me");
    assertThat(corebound("predict").out()).doesNotContain("user.home");
  }

  @Test
  void unknownOptionIsRefusedBeforeAnythingIsInstalledOrBuilt() throws IOException {
    mavenThatBuilds();
    aptWith("sysstat", "fio", "iperf3");
    for (String words : List.of("run --siez 1GB", "sweep engines --onyl=x", "predict --machin x")) {
      Outcome outcome = corebound(words.split(" "));
      assertThat(outcome.exitStatus()).as(words).isEqualTo(2);
      assertThat(outcome.err().lines()).hasSize(1);
      assertThat(outcome.err()).startsWith("corebound: Unknown option: '--");
    }
    assertThat(folder.resolve("builds")).doesNotExist();
    // known, a value, JMH's
    assertThat(corebound("run", "--size=1GB").err()).contains("missing on this machine");
    assertThat(corebound("micro", "--ab", "--java /x", "--java /y").err()).contains("missing on");
    assertThat(corebound("micro", "sort", "--", "--prof").err()).contains("missing on");
  }

  @Test
  void wrongValueIsRefusedBeforeAnythingIsInstalledOrSparkIsFetched() throws IOException {
    built();
    aptWith("sysstat", "fio", "iperf3");
    refusesQuik();
    Outcome lacking = corebound("sweep", "engines", "--profile", "quik");
    assertThat(lacking.exitStatus()).isEqualTo(2);
    assertThat(lacking.err()).isEqualTo("corebound: no quik\n");
    tools();
    Outcome refused = corebound("sweep", "engines", "--profile", "quik");
    assertThat(refused.exitStatus()).isEqualTo(2);
    assertThat(refused.err()).isEqualTo("corebound: no quik\n");
    assertThat(folder.resolve("builds")).doesNotExist();
    assertThat(corebound("sweep", "engines").err()).contains("220 MB");
    assertThat(folder.resolve("builds"))
        .content()
        .isEqualTo("-B -ntp -q -Dquick -Pspark -pl engines/spark package in " + root + "\n");
  }

  @Test
  void atFirstUseSparkIsFetchedAfterCoreboundItselfHasReadTheOptions() throws IOException {
    mavenThatBuilds();
    tools();
    refusesQuik();
    assertThat(corebound("sweep", "engines", "--profile", "quik").exitStatus()).isEqualTo(2);
    String without = "-B -ntp -q -Dquick package in " + root;
    assertThat(folder.resolve("builds")).content().isEqualTo(without + "\n");
    Files.delete(root.resolve(".corebound/built"));
    assertThat(corebound("sweep", "engines").ok()).isTrue();
    assertThat(Files.readAllLines(folder.resolve("builds")))
        .containsExactly(
            without, without, "-B -ntp -q -Dquick -Pspark -pl engines/spark package in " + root);
  }

  @Test
  void aRunThatSaysTheVersionOfSparkDoesNotFetchIt() throws IOException {
    built();
    tools();
    refusesQuik();
    Path run = Files.createDirectories(root.resolve("results/measured"));
    String version = "\"spark\" : \"4.2.0\"";
    Files.writeString(run.resolve("run.json"), "{%s}\n".formatted(version));
    assertThat(corebound("sweep", "mine", "--machine", run.toString()).ok()).isTrue();
    assertThat(corebound("sweep", "--resume", "measured").ok()).isTrue();
    assertThat(folder.resolve("builds")).doesNotExist();
    Files.writeString(run.resolve("run.json"), "{%s,\n\"kind\" : \"spark\"}\n".formatted(version));
    assertThat(corebound("sweep", "--resume", "measured").err()).contains("220 MB");
  }

  /** A sweep that names Spark; a corebound that finds a value wrong; Maven. */
  private void refusesQuik() throws IOException {
    Files.createDirectories(root.resolve("configs/engine"));
    Files.createDirectories(root.resolve("configs/sweep"));
    Files.writeString(root.resolve("configs/engine/spark.yaml"), "kind: spark\n");
    Files.writeString(root.resolve("configs/sweep/engines.yaml"), "engine: [hadoop, spark]\n");
    mavenThatBuilds();
    script(
        folder.resolve("jdk-17/bin/java"),
        "case \"$*\" in *' --dry-run '*quik*) echo 'corebound: no quik' >&2; exit 2 ;; esac",
        "printf '<%s>\\n' \"$@\"");
  }

  @Test
  void twoLaunchersAtOnceBuildOnce() throws Exception {
    mavenThatBuilds();
    environment.put("BUILD_TAKES", "0.5");
    CompletableFuture<Outcome> first = CompletableFuture.supplyAsync(() -> corebound("predict"));
    CompletableFuture<Outcome> second = CompletableFuture.supplyAsync(() -> corebound("predict"));
    assertThat(first.get().ok()).isTrue();
    assertThat(second.get().ok()).isTrue();
    assertThat(folder.resolve("builds")).content().hasLineCount(1);
  }

  @Test
  void aBuildThatFailsShowsItsLastLinesAndItsLog() throws IOException {
    jdkOnPath();
    script(
        "mvn",
        "echo '[ERROR] Could not transfer artifact x'",
        "echo '[ERROR] [Help 1] http'",
        "exit 1");
    Outcome outcome = corebound("predict");
    assertThat(outcome.exitStatus()).isEqualTo(3);
    assertThat(outcome.err()).contains("Could not transfer artifact x").doesNotContain("[Help 1]");
    assertThat(outcome.lastWords()).contains(root + "/.corebound/build.log");
    assertThat(corebound("predict").exitStatus()).as("is tried again").isEqualTo(3);
  }

  @Test
  void testRunsPureTestsThenTheOthersAndAddsUpTheReports() throws IOException {
    jdkOnPath();
    tools();
    script(
        "mvn",
        // past the resolution of the file system's times
        "printf '<%s>' \"$@\"; echo; sleep 0.05",
        "mkdir -p cli/target/surefire-reports",
        // of a class, as both engines print it; then of a module
        "echo '[ERROR] Tests run: 4, Failures: 1, Errors: 0, Skipped: 2, Time elapsed: 1.5 s <<<"
            + " FAILURE! -- in io.A'",
        "echo '[INFO] Tests run: 1, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 20.1 s -- in"
            + " io.B'",
        "echo '[ERROR] Tests run: 5, Failures: 1, Errors: 0, Skipped: 2'",
        "echo '[WARNING] Tests run: 2, Failures: 0, Errors: 1, Skipped: 0'",
        """
        for i in 1 2; do
          echo '    <skipped type="x"><![CDATA[x.TestAbortedException: Assumption failed: needs root'
        done >cli/target/surefire-reports/TEST-io.A.xml\
        """,
        "echo '[INFO] hosts ...................... SUCCESS [  5.316 s]'",
        "exit 0");
    Outcome outcome = corebound("test", "--all", "-pl", "cli");
    assertThat(outcome.exitStatus()).isEqualTo(1);
    String asked = "<-Dmaven.test.failure.ignore=true><-Dall><-pl><cli>";
    List<String> turns = outcome.out().lines().filter(line -> line.startsWith("<")).toList();
    assertThat(turns).hasSize(2).allMatch(turn -> turn.endsWith(asked));
    assertThat(turns.get(0)).contains("<verify><-DskipITs>");
    assertThat(turns.get(1)).contains("<verify><-DskipTests>");
    assertThat(outcome.lastWords()).contains("14 tests, 2 failures, 2 errors, 4 skipped");
    assertThat(outcome.err())
        .contains("Chromium", "measures other nodes", "are skipped")
        .containsPattern("hosts +5.316 s +5.316 s")
        .containsSubsequence("20.1 s  B", "1.5 s  A")
        .contains("skipped 2 in io.A: needs root");
  }

  @Test
  void testRunsThoseOfProgramsBesideTheOthersAndAFailureOfTheirsCounts() throws IOException {
    jdkOnPath();
    tools();
    script(
        "mvn",
        "printf '<%s>' \"$@\"; echo",
        "case $* in *surefire:test*) sleep 0.2; echo '[ERROR] Tests run: 1, Failures: 1, Errors: 0,"
            + " Skipped: 0' ;; esac",
        "exit 0");
    Outcome outcome = corebound("test", "--all");
    assertThat(outcome.exitStatus()).isEqualTo(1);
    List<String> turns = outcome.out().lines().filter(line -> line.startsWith("<")).toList();
    assertThat(turns).hasSize(3).allMatch(turn -> turn.endsWith("<-Dall>"));
    assertThat(turns.get(0)).contains("<verify><-DskipITs><-Dskip.tests.of.programs>");
    assertThat(turns.get(1)).contains("<verify><-DskipTests>");
    assertThat(turns.get(2)).contains("<surefire:test>", "<-pl><levers/collector,microbench>");
    assertThat(outcome.lastWords()).contains("1 tests, 1 failures");
  }

  @Test
  void theInstallCommandOfThisMachineIsOneLineOrNothing() {
    assertThat(Requirements.installCommand(host, PROJECT).orElse("install"))
        .contains("install")
        .doesNotContain("\n");
  }

  @Test
  void shellcheckFindsNothing() {
    Optional<Path> shellcheck = LocalHost.find("shellcheck", System.getenv("PATH"), null);
    assumeTrue(shellcheck.isPresent(), "needs shellcheck");
    Outcome outcome =
        new LocalHost("shellcheck", "here")
            .run(
                Command.of(
                    Duration.ofSeconds(60),
                    "shellcheck",
                    PROJECT.resolve("corebound").toString(),
                    PROJECT.resolve(".ci/run").toString()));
    assertThat(outcome.out()).isEmpty();
  }

  private Outcome corebound(String... arguments) {
    List<String> command = new ArrayList<>(List.of(root.resolve("corebound").toString()));
    command.addAll(List.of(arguments));
    return run(root, command.toArray(String[]::new));
  }

  private Outcome run(Path directory, String... arguments) {
    return host.run(
        new Command(List.of(arguments), environment, directory, Duration.ofSeconds(30)));
  }

  /** A package manager whose lists have these packages; it can be asked, not installed with. */
  private void aptWith(String... packages) throws IOException {
    script("apt-get", "echo 'no installation in a test' >&2; exit 99");
    List<String> lines = new ArrayList<>(List.of("case \"$2\" in"));
    for (String name : packages) {
      lines.add(name + ") echo '  Candidate: 1.0' ;;");
    }
    lines.add("netperf) echo '  Candidate: (none)' ;;");
    lines.add("esac");
    script("apt-cache", lines.toArray(String[]::new));
  }

  private void tools() throws IOException {
    for (String name : TOOLS) {
      script(name, "exit 0");
    }
  }

  private void jdkOnPath() throws IOException {
    jdk("jdk-17", "17.0.9");
    Files.writeString(folder.resolve("jdk-17/release"), "JAVA_VERSION=\"17.0.9\"\n");
    script(folder.resolve("jdk-17/bin/java"), "printf '<%s>\\n' \"$@\"");
    if (!Files.exists(bin.resolve("java"))) {
      Files.createSymbolicLink(bin.resolve("java"), folder.resolve("jdk-17/bin/java"));
    }
  }

  /** A JDK of that version, and what a build would have made. */
  private void built() throws IOException {
    jdkOnPath();
    Files.createDirectories(root.resolve("cli/target/lib"));
    Files.createDirectories(root.resolve("cluster/hadoop/target/lib"));
    Files.createDirectories(root.resolve(".corebound"));
    Files.createFile(root.resolve("cli/target/cli-1.jar"));
    Path stamp = Files.createFile(root.resolve(".corebound/built"));
    Files.setLastModifiedTime(stamp, FileTime.from(Instant.now().plusSeconds(3600)));
  }

  private void mavenThatBuilds() throws IOException {
    jdkOnPath();
    script(
        "mvn",
        "echo \"$* in $PWD\" >>" + folder.resolve("builds"),
        "echo \"$JDK_JAVA_OPTIONS\" >" + folder.resolve("options"),
        "sleep ${BUILD_TAKES:-0.05}",
        "mkdir -p cli/target/lib cluster/hadoop/target/lib",
        "touch cli/target/cli-1.jar");
  }

  private void jdk(String name, String version) throws IOException {
    Path home = folder.resolve(name);
    script(home.resolve("bin/java"), "echo 'openjdk version \"" + version + "\"' >&2");
    script(home.resolve("bin/javac"), "exit 0");
  }

  private void script(String name, String... lines) throws IOException {
    script(bin.resolve(name), lines);
  }

  private static void script(Path file, String... lines) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }
}
