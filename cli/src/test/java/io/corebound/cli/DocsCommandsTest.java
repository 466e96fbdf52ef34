package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.hosts.Checkout;
import io.corebound.hosts.SortingRun;
import io.corebound.hosts.ledger.Deletion;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every command that a document shows runs: what reads files for real, what measures with {@code
 * --dry-run}. What a reader has in place of the documents' names stands in {@link #STANDS_FOR}.
 */
class DocsCommandsTest {
  private static final Path SAMPLES = Checkout.ROOT.resolve("results/samples");
  private static final Path HISTORIES =
      Checkout.ROOT.resolve("cluster/src/test/resources/histories");

  /** Of a name that a document makes up, still there after {@link #STANDS_FOR}. */
  private static final Pattern MADE_UP =
      Pattern.compile("…|(^|[ ,/=])[A-Z][A-Z0-9]{2,}(-[A-Z0-9]+)*($|[ ,/=])");

  @TempDir static Path folder;

  /** The part of a word that a document makes up, and what the test puts there; in this order. */
  private static final Map<String, String> STANDS_FOR = new LinkedHashMap<>();

  @BeforeAll
  static void makeWhatAReaderHas() throws IOException {
    STANDS_FOR.put("configs/profile/mine\\.yaml", "quick");
    STANDS_FOR.put("^configs/", Checkout.ROOT.resolve("configs") + "/");
    STANDS_FOR.put("^results/samples/", SAMPLES + "/");
    String run = run("run", true);
    STANDS_FOR.put(
        "results/RUN/cells/\\S*\\.jhist", HISTORIES.resolve("3.5.0-terasort.jhist").toString());
    // the longer names first
    for (String further :
        List.of("BEFORE-2", "BEFORE-3", "AFTER-2", "AFTER-3", "NOON", "EVENING")) {
      STANDS_FOR.put("(results/)?" + further, run(further.toLowerCase(Locale.ROOT), false));
    }
    STANDS_FOR.put("(results/)?(RUN-OF-NODE2|AFTER-1|AFTER)", run("after", false));
    STANDS_FOR.put("(results/)?(RUN-OF-NODE1|RUN|BEFORE-1|BEFORE|MORNING)", run);
    STANDS_FOR.put("(results/)?PROBE", SAMPLES.resolve("measured-2-cores").toString());
    STANDS_FOR.put(
        "/tmp/one\\.csv|^score\\.csv", SAMPLES.resolve("accuracy-1200mb.csv").toString());
    STANDS_FOR.put("^(score|history|page|nodes)\\.html", folder.resolve("page.html").toString());
    tagged();
    STANDS_FOR.put("^nightly$", folder.resolve("results").toString());
    String probe = Files.readString(Checkout.ROOT.resolve("docs/probe.md"));
    STANDS_FOR.put("^datasheet\\.yaml", write("datasheet.yaml", yaml(probe)));
    STANDS_FOR.put("^(FILE|text\\.txt|my\\.txt)$", write("text.txt", "some words\n"));
    STANDS_FOR.put("^my-job$", ownJob());
    STANDS_FOR.put("/usr/(lib/jvm|java)/[^ ]+", System.getProperty("java.home"));
    STANDS_FOR.put("/opt/(hadoop|cloudera)[^ ]*", TestInstallation.ofOwn(folder).toString());
    STANDS_FOR.put("^/opt/classes$", folder.resolve("classes").toString());
    STANDS_FOR.put("^mine$", cluster());
    STANDS_FOR.put("results/nodes-[0-9-]+", nodes());
  }

  /** Else JUnit warns of each of its links. */
  @AfterAll
  static void deleteHadoop() throws IOException {
    Deletion.of(folder.resolve("hadoop"));
  }

  /** A sweep of this machine's that has measured Hadoop's collector, or the other one too. */
  private static String run(String name, boolean prefix) throws IOException {
    Path runs = Files.createDirectories(folder.resolve("runs"));
    Path run = Checkout.copy(SAMPLES.resolve("accuracy-1650mb-2-cores"), runs.resolve(name));
    Path record = run.resolve("run.json");
    int cpus = Runtime.getRuntime().availableProcessors();
    Files.writeString(
        record,
        Files.readString(record)
            .replaceFirst("\"run_id\"( *: *)\"[^\"]*\"", "\"run_id\"$1\"%s\"".formatted(name))
            .replaceAll("\"(jdk|hadoop)\"( *: *)\"[^\"]*\"", "\"$1\"$2null")
            .replaceAll("\"logical_cpus\"( *: *)\\d+", "\"logical_cpus\"$1" + cpus));
    Path figures = run.resolve("measurements.csv");
    String text = Files.readString(figures);
    String measured =
        text.lines()
            .filter(line -> prefix && line.matches("sort,(sort|merge),.*|task,task\\.map,.*"))
            .map(line -> line.replaceFirst("^([^,]*,[^,]*,)", "$1collector=prefix;"))
            .map(line -> line + "\n")
            .collect(Collectors.joining());
    Files.writeString(figures, text + measured);
    return run.toString();
  }

  /** What an installation in the folder has measured, with tags. */
  private static void tagged() throws IOException {
    for (String jdk : List.of("17", "25")) {
      RunDirectory run = SortingRun.in(folder.resolve("results/run-" + jdk), 10, Map.of());
      run.write(run.manifest().configured("tags", StructuredFiles.toTree(Map.of("jdk", jdk))));
    }
  }

  /** What {@code nodes} has measured. */
  private static String nodes() throws IOException {
    for (String node : List.of("node1", "node2", "node3")) {
      SortingRun.in(folder.resolve("nodes/" + node + "/run-1"), 10, Map.of());
      write("nodes/" + node + "/output.txt", "");
    }
    return folder.resolve("nodes").toString();
  }

  private static String write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  /** The first that a page shows. */
  private static String yaml(String page) {
    return page.replaceFirst("(?s)^.*?```yaml\n(.*?)```.*$", "$1");
  }

  /** The files of docs/own-job.md, and a jar. */
  private static String ownJob() throws IOException {
    String page = Files.readString(Checkout.ROOT.resolve("docs/own-job.md"));
    String workload = yaml(page);
    OwnJar.of(
        Files.createDirectories(folder.resolve("own-job")),
        "Errors",
        "package own; public class Errors { public static void main(String[] arguments) {} }");
    write("own-job/day.log", "a line\n");
    write("own-job/check.sh", "#!/bin/sh\n");
    assertThat(folder.resolve("own-job/check.sh").toFile().setExecutable(true)).isTrue();
    write(
        "own-job/my-job.yaml",
        workload
            .replace("/home/me/", "")
            .replace("com.example.Errors", "own.Errors")
            .replace("[check.sh]", "[./check.sh]"));
    String sweep = Files.readString(Checkout.ROOT.resolve("configs/sweep/word-count.yaml"));
    return write(
        "own-job/sweep.yaml", sweep.replace("workload: word-count", "workload: ./my-job.yaml"));
  }

  /** A cluster that can be used from here, whose commands say that there is no such job. */
  private static String cluster() throws IOException {
    String template = Files.readString(Checkout.ROOT.resolve("configs/cluster/my-cluster.yaml"));
    return write("mine.yaml", template.replaceAll("(?m)^  (gateway|configuration): .*\n", ""));
  }

  static Stream<ShownCommand> fast() throws IOException {
    return ShownCommand.all().stream().filter(c -> !Runner.of(c).isLong);
  }

  static Stream<ShownCommand> slow() throws IOException {
    return ShownCommand.all().stream().filter(c -> Runner.of(c).isLong);
  }

  @ParameterizedTest
  @MethodSource("fast")
  void commandOfADocumentRuns(ShownCommand shown) {
    assertRuns(shown);
  }

  /** Each starts a JVM, or collectors. */
  @Tag("long")
  @ParameterizedTest
  @MethodSource("slow")
  void commandOfADocumentThatTakesSecondsRuns(ShownCommand shown) {
    assertRuns(shown);
  }

  private static void assertRuns(ShownCommand shown) {
    List<String> words = shown.words().stream().map(DocsCommandsTest::replaced).toList();
    assertThat(words)
        .as("%s: a name that STANDS_FOR of DocsCommandsTest lacks", shown)
        .noneMatch(word -> !word.startsWith("/") && MADE_UP.matcher(word).find());
    Runner.of(shown).run(shown, words);
  }

  private static String replaced(String word) {
    String replaced = word;
    for (Map.Entry<String, String> entry : STANDS_FOR.entrySet()) {
      replaced = replaced.replaceAll(entry.getKey(), Matcher.quoteReplacement(entry.getValue()));
    }
    return replaced;
  }

  /** How commands are run that a test can run, by their names. */
  private enum Runner {
    /** From files, for real. */
    READS(
        false, "predict", "plan", "explain", "compare", "history", "validate", "report", "doctor"),
    /** Of 180 MB: PackageIT. */
    HELP(false, "package"),
    DRY(false, "run", "probe", "sweep", "lever"),
    /** Each asks another JVM for its benchmarks. */
    MICRO(true, "micro", "nodes"),
    COLLECT(false, "collect"),
    CLEAN(false, "clean"),
    /** The launcher's own: this is how this test was started. */
    LAUNCHER(false, "test");

    final boolean isLong;
    private final List<String> names;

    Runner(boolean isLong, String... names) {
      this.isLong = isLong;
      this.names = List.of(names);
    }

    static Runner of(ShownCommand shown) {
      return Stream.of(values())
          .filter(runner -> runner.names.contains(shown.words().get(0)))
          .findFirst()
          .orElseThrow(() -> new AssertionError(shown + ": Runner of DocsCommandsTest lacks it"));
    }

    void run(ShownCommand shown, List<String> words) {
      switch (this) {
        case READS -> {
          boolean ofResults = words.get(0).equals("history") || words.contains("jdk=17");
          Path root = ofResults ? folder : Checkout.ROOT;
          assertStatus(
              shown, Corebound.runIn(root, words.toArray(String[]::new)), 0, allowed(words));
        }
        case DRY, MICRO -> assertStatus(shown, Corebound.run(dry(words)), 0, 0);
        case HELP -> assertStatus(shown, Corebound.run(words.get(0), "--help"), 0, 0);
        case COLLECT -> {
          // all but the program is checked before it
          List<String> no = new ArrayList<>(words.subList(0, words.indexOf("--") + 1));
          no.add("no-such-program");
          Corebound.Result result = Corebound.run(no.toArray(String[]::new));
          assertThat(result.err()).as("%s", shown).contains("no-such-program: no such program");
        }
        case CLEAN -> {
          Corebound.Result result = Corebound.runIn(folder, words.toArray(String[]::new));
          boolean forgets = words.contains("--forget");
          assertStatus(shown, result, forgets ? 2 : 0, forgets ? 2 : 0);
          assertThat(result.err()).contains(forgets ? "nothing is left of a run" : "");
        }
        case LAUNCHER -> assertThat(words).as("%s", shown).doesNotContain("--dry-run");
      }
    }

    private static String[] dry(List<String> words) {
      List<String> dry = new ArrayList<>(words);
      if (!words.contains("--dry-run")) {
        dry.add(1, "--dry-run");
      }
      return dry.toArray(String[]::new);
    }

    /**
     * What a figure that is worse, a tool that is missing, or a cluster that is not there makes.
     */
    private static int allowed(List<String> words) {
      return switch (words.get(0)) {
        case "compare" -> 1;
        case "doctor" -> 3;
        case "explain" -> words.contains("--cluster") ? 3 : 0;
        default -> 0;
      };
    }

    private static void assertStatus(
        ShownCommand shown, Corebound.Result result, int status, int allowed) {
      assertThat(result.status()).as("%s: %s", shown, result.err()).isIn(status, allowed);
    }
  }

  @Test
  void wordsOfAShellAreReadAsAShellReadsThem() {
    assertThat(ShownCommand.words("micro a --ab \"\" '--java /x' > out.csv   # why 'not'"))
        .containsExactly("micro", "a", "--ab", "", "--java /x");
  }
}
