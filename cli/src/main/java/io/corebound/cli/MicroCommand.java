package io.corebound.cli;

import io.corebound.app.micro.AbJob;
import io.corebound.app.micro.AbSetting;
import io.corebound.app.micro.MicroJob;
import io.corebound.app.micro.MicroWork;
import io.corebound.app.micro.RemoteMicro;
import io.corebound.app.micro.SuiteList;
import io.corebound.app.run.Installation;
import io.corebound.app.run.JobParameters;
import io.corebound.app.run.RunRequest;
import io.corebound.app.run.Software;
import io.corebound.hosts.machine.PathReader;
import io.corebound.hosts.process.LocalHost;
import io.corebound.microbenchrunner.jmh.Catalogue;
import io.corebound.microbenchrunner.jmh.JmhOptions;
import io.corebound.microbenchrunner.jmh.MicroPlan;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.ProfileFile;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.ExitStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code corebound micro}: the micro suites by themselves. */
@Command(
    name = MicroCommand.NAME,
    mixinStandardHelpOptions = true,
    sortOptions = false,
    customSynopsis =
        "corebound micro [SUITE...] [--list] [--profile NAME] [--corpus FILE] [--flame]"
            + " [--hadoop-home DIR] [--java HOME] [--ab SETTING SETTING] [--margin PERCENT]"
            + " [--threshold PERCENT] [--host NODE] [--data-dir DIR] [--results DIR] [--keep]"
            + " [--format FORMAT] [-- JMH OPTIONS...]",
    description = {
      "Measures what single operations cost: their rate on one core, and the core-seconds of every"
          + " process that they make work.",
      "A cluster is started only where a chosen suite needs one."
    },
    footer = {
      "",
      "JMH's own options stand behind --, for example: corebound micro sort -- -f 5",
      "",
      "Two settings, with what both have outside of the quotes:",
      "  corebound micro sort --ab \"--java /usr/lib/jvm/17\" \"--java /usr/lib/jvm/25\"",
      "  corebound micro --java /usr/lib/jvm/25 --ab \"\" \"-XX:+UseSerialGC -Xmx1g\"",
      "Exit status 1 when a figure of the second is worse by more than the threshold."
    })
final class MicroCommand implements Callable<Integer> {
  static final String NAME = "micro";

  private static final String CORPUS = "corpus";
  private static final String AB = "--ab";

  private final CommandFactory factory;
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "SUITE",
      arity = "0..*",
      description = "suites (default: all that the profile has; --list names them)")
  private List<String> suites = List.of();

  @Option(names = "--list", description = "list the suites, or those named, and measure nothing")
  private boolean list;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      defaultValue = "quick",
      description =
          "how much is measured: quick, model (what predictions need), word-count, standard, full,"
              + " or a file (default: ${DEFAULT-VALUE})")
  private String profile;

  @Option(
      names = "--corpus",
      paramLabel = "FILE",
      description =
          "text for the suite parse, for sort where its keys are words, and for WordCount's tasks:"
              + " plain, or a MediaWiki dump (.xml.bz2)")
  private Path corpus;

  @Option(
      names = "--flame",
      description = "draw flame graphs meanwhile, by async-profiler; figures are disturbed by it")
  private boolean flame;

  @Mixin private SoftwareOptions software;

  @Option(
      names = AB,
      paramLabel = "SETTING",
      arity = "2",
      parameterConsumer = AbWords.TwoWords.class,
      description =
          "measure two settings fork by fork in turns and compare them; each in quotes: --java,"
              + " --hadoop-home and JVM flags, or nothing")
  private List<String> ab = List.of();

  @Mixin private LimitOptions limits;

  @Option(
      names = "--host",
      paramLabel = "NODE",
      description =
          "measure on this node, by ssh (user@node); --data-dir, --hadoop-home and --java are"
              + " folders there")
  private String node;

  @Option(names = "--keep", description = "keep the data of the cluster afterwards")
  private boolean keep;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "of --list: text, json or csv (default: ${DEFAULT-VALUE})")
  private SuiteList.Format format;

  @Mixin private RunOptions options;

  MicroCommand(CommandFactory factory) {
    this.factory = factory;
  }

  @Override
  public Integer call() throws InterruptedException {
    refuseBesideAb();
    if (node != null && !list) {
      return onNode().code();
    }
    return here();
  }

  private void refuseBesideAb() {
    if (ab.isEmpty()) {
      for (String option : LimitOptions.NAMES) {
        if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
          throw CoreboundException.invalidInput(
              option + " is for the comparison of two settings; give them by " + AB);
        }
      }
      return;
    }
    if (node != null) {
      throw CoreboundException.invalidInput(
          "--ab and --host do not go together: two settings are measured in turns on the machine"
              + " that corebound runs on");
    }
    if (flame) {
      throw CoreboundException.invalidInput(
          "--ab and --flame do not go together: a profiler disturbs what is compared");
    }
  }

  private ExitStatus onNode() throws InterruptedException {
    if (keep) {
      throw CoreboundException.invalidInput(
          "--keep and --host do not go together: nothing stays on " + node);
    }
    Installation installation = factory.installation();
    List<RemoteMicro.Sent> sent = new ArrayList<>();
    List<String> arguments = new ArrayList<>(suites);
    if (profile.contains("/") || profile.endsWith(".yaml")) {
      // refused here rather than there
      installation.read("profile", profile, ProfileFile.class);
      sent.add(new RemoteMicro.Sent("--profile", Path.of(profile)));
    } else {
      arguments.addAll(List.of("--profile", profile));
    }
    if (corpus != null) {
      sent.add(new RemoteMicro.Sent("--" + CORPUS, Path.of(parameters().get(CORPUS))));
    }
    if (flame) {
      arguments.add("--flame");
    }
    add(arguments, "--data-dir", options.dataDir());
    add(arguments, "--hadoop-home", software.hadoopHome());
    add(arguments, "--java", software.javaHome());
    Path here = options.results() == null ? installation.results() : options.results();
    return new RemoteMicro(installation, node, here, spec.commandLine().getOut())
        .run(arguments, sent, factory.afterDashes());
  }

  private static void add(List<String> arguments, String option, Path there) {
    if (there != null) {
      arguments.addAll(List.of(option, there.toString()));
    }
  }

  private int here() {
    Installation installation = factory.installation();
    ProfileFile chosen = installation.read("profile", profile, ProfileFile.class);
    ClusterFile cluster = installation.read("cluster", MicroWork.LOCAL, ClusterFile.class);
    ClusterFile fitted = JobParameters.fitted(installation, MicroWork.LOCAL);
    JmhOptions jmh = new JmhOptions(factory.afterDashes());
    List<AbSetting> settings = settings(installation, fitted);
    Software measured =
        settings.isEmpty() ? software.software(installation) : settings.get(0).software();
    Catalogue catalogue = installation.catalogue(measured);
    MicroPlan whole =
        MicroPlan.of(
            catalogue,
            new MicroPlan.Choice(
                profile,
                chosen,
                suites,
                false,
                JobParameters.of(chosen, fitted),
                parameters(),
                jmh));
    MicroPlan plan = settings.isEmpty() ? whole : AbJob.part(whole);
    jmh.check(
        LocalHost.forQuestions(),
        measured.jdk().java(),
        installation.microbenchClassPath(measured.hadoop()));
    if (list) {
      SuiteList.print(catalogue, suites, plan, format, spec.commandLine().getOut());
      return 0;
    }
    RunRequest request =
        new RunRequest(
            factory.arguments(),
            profile,
            chosen,
            cluster,
            measured,
            options.dataDir(),
            options.results(),
            keep,
            further(jmh));
    MicroWork work = new MicroWork(installation, measured, plan, fitted);
    if (!settings.isEmpty()) {
      return new AbJob(
              installation, request, work, whole, limits.limits(), spec.commandLine().getOut())
          .run(settings)
          .code();
    }
    return new MicroJob(installation, request, work, flame, spec.commandLine().getOut())
        .run()
        .code();
  }

  /** The two of --ab; none without it. */
  private List<AbSetting> settings(Installation installation, ClusterFile fitted) {
    return ab.isEmpty()
        ? List.of()
        : List.of(
            AbWords.read(installation, "A", ab.get(0), software, fitted),
            AbWords.read(installation, "B", ab.get(1), software, fitted));
  }

  /** JMH parameters that options set. */
  private Map<String, String> parameters() {
    Map<String, String> parameters = new TreeMap<>();
    if (corpus != null) {
      parameters.put(CORPUS, requireCorpus(corpus).toString());
    }
    return parameters;
  }

  /** The path of a text that benchmarks can read; refuses another with {@code --corpus}. */
  static Path requireCorpus(Path corpus) {
    if (!Files.isRegularFile(corpus) || !Files.isReadable(corpus)) {
      throw CoreboundException.invalidInput(
          "--corpus " + corpus + ": is not a file that can be read");
    }
    PathReader.JMH.require("--corpus", corpus);
    return corpus.toAbsolutePath().normalize();
  }

  private Map<String, Object> further(JmhOptions jmh) {
    Map<String, Object> further = new LinkedHashMap<>();
    further.put("suites", suites);
    further.put("flame", flame);
    further.put(CORPUS, corpus == null ? null : corpus.toString());
    further.put("jmh_options", jmh.arguments());
    return further;
  }
}
