package io.corebound.cli;

import io.corebound.app.micro.AbJob;
import io.corebound.app.micro.AbSetting;
import io.corebound.app.micro.MicroChoice;
import io.corebound.app.micro.MicroWork;
import io.corebound.app.micro.SuiteList;
import io.corebound.app.run.Installation;
import io.corebound.app.run.RemoteCorebound;
import io.corebound.app.run.RunRequest;
import io.corebound.app.run.Software;
import io.corebound.cli.option.DataFormat;
import io.corebound.cli.option.LimitOptions;
import io.corebound.cli.option.RunOptions;
import io.corebound.cli.option.SoftwareOptions;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.ExitStatus;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = MicroCommand.NAME,
    customSynopsis =
        """
        corebound micro [SUITE...] [--list] [--profile NAME] [--corpus FILE] [--lever NAME,...] \
        [--hadoop-home DIR] [--java HOME] [--ab SETTING SETTING] [--duet] [--margin PERCENT] [--threshold PERCENT] \
        [--host NODE] [--data-dir DIR] [--results DIR] [--dry-run] [--keep] [--format FORMAT] \
        [-- JMH OPTIONS...]\
        """,
    description =
        """
        Measures the cost of single operations: their rate on one core, and the core-seconds of \
        every process involved. Starts a cluster only for suites that need one.\
        """,
    footer =
        """

        JMH's own options follow --, for example: corebound micro sort -- -f 5

        Two settings; what both share is outside the quotes:
          corebound micro sort --ab "--java /usr/lib/jvm/17" "--java /usr/lib/jvm/25"
          corebound micro --java /usr/lib/jvm/25 --ab "" "-XX:+UseSerialGC -Xmx1g"
        Exit status 1 when the second is worse in a figure by more than the threshold.\
        """)
final class MicroCommand extends Subcommand implements Callable<Integer> {
  static final String NAME = "micro";
  private static final String CORPUS = "corpus";
  private static final String AB = "--ab";
  private static final String DUET = "--duet";
  private static final String LEVER = "--lever";

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
          """
          how much is measured: quick, model (what predictions need), text-job, standard, \
          full, or a file (default: ${DEFAULT-VALUE})\
          """)
  private String profile;

  @Option(
      names = "--corpus",
      paramLabel = "FILE",
      description =
          "text for the suites parse and sort, and for the tasks of a job: plain, .gz or .bz2")
  private Path corpus;

  @Option(
      names = "--workload",
      paramLabel = "NAME",
      description = "the job whose tasks profile text-job measures (default: word-count)")
  private String workload;

  @Option(
      names = LEVER,
      paramLabel = "NAME",
      split = ",",
      description =
          """
          levers of configs/lever under which the start of containers is measured as well, and \
          whole tasks where any JVM takes their flags: such as c1 or archive+c1\
          """)
  private List<String> levers = List.of();

  @Mixin private SoftwareOptions software;

  @Option(
      names = AB,
      paramLabel = "SETTING",
      arity = "2",
      parameterConsumer = AbWords.TwoWords.class,
      description =
          """
          measure two settings in turns, fork by fork, and compare them; each in quotes: --java, \
          --hadoop-home and JVM flags, or nothing\
          """)
  private List<String> ab = List.of();

  @Option(
      names = DUET,
      description =
          """
          with --ab: measure both settings at once, each on half of the cores, and compare pairs \
          of forks\
          """)
  private boolean duet;

  @Mixin private LimitOptions limits;

  @Option(
      names = "--host",
      paramLabel = "NODE",
      description =
          """
          measure on this node, by ssh (user@node); --data-dir, --hadoop-home and --java are \
          folders there\
          """)
  private String node;

  @Option(names = "--keep", description = "keep the cluster's data afterwards")
  private boolean keep;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "format of --list: text, json or csv (default: ${DEFAULT-VALUE})")
  private DataFormat format;

  @Mixin private RunOptions options;

  @Override
  public Integer call() throws InterruptedException {
    refuseBesideAb();
    return (node != null && !list ? onNode() : here()).code();
  }

  private void refuseBesideAb() {
    if (!ab.isEmpty() && node != null) {
      throw CoreboundException.invalidInput(
          """
          --ab and --host do not go together: two settings are measured in turns on the machine \
          that corebound runs on\
          """);
    }
    if (!levers.isEmpty() && (!ab.isEmpty() || node != null)) {
      throw CoreboundException.invalidInput(
          "%s goes with neither %s nor --host; leave out one of them", LEVER, AB);
    }
    for (String option : Stream.concat(LimitOptions.NAMES.stream(), Stream.of(DUET)).toList()) {
      if (ab.isEmpty() && isGiven(option)) {
        throw CoreboundException.invalidInput(
            "%s is for the comparison of two settings; give them by %s", option, AB);
      }
    }
  }

  private ExitStatus onNode() throws InterruptedException {
    if (keep) {
      throw CoreboundException.invalidInput(
          "--keep and --host do not go together: nothing stays on %s", node);
    }
    Installation installation = installation();
    CallThere call = new CallThere(NAME, suites).profile(installation, profile);
    if (corpus != null) {
      call.file("--" + CORPUS, Path.of(parameters().get(CORPUS)));
    }
    if (workload != null) {
      if (!samples().get(0).get("jar").isEmpty() || workload.contains("/")) {
        throw CoreboundException.invalidInput(
            "--workload %s: files of your own stay here; measure on the node itself", workload);
      }
      call.option("--workload", workload);
    }
    call.folder("--data-dir", options.dataDir())
        .folder("--hadoop-home", software.hadoopHome())
        .folder("--java", software.javaHome())
        .tags(options.tags());
    if (options.dryRun()) {
      return options.checked(out());
    }
    Path here = options.results() == null ? installation.results() : options.results();
    return new RemoteCorebound(installation, node, here, out(), err())
        .run(call.with(afterDashes()));
  }

  private ExitStatus here() {
    Installation installation = installation();
    PrintWriter out = out();
    List<AbSetting> settings = new ArrayList<>();
    if (!ab.isEmpty()) {
      settings.add(AbWords.read(installation, "A", ab.get(0), software));
      settings.add(AbWords.read(installation, "B", ab.get(1), software));
    }
    Software measured =
        settings.isEmpty() ? software.software(installation) : settings.get(0).software();
    List<String> jmh = afterDashes();
    MicroChoice choice =
        MicroChoice.of(installation, profile, suites, parameters(), samples(), jmh, measured)
            .under(levers);
    if (list || options.dryRun()) {
      MicroChoice listed = settings.isEmpty() ? choice : choice.forAb();
      List<SuiteList.Line> lines = SuiteList.of(listed, suites);
      out.print(
          switch (format) {
            case TEXT -> SuiteList.text(lines, listed);
            case JSON -> StructuredFiles.toJson(lines) + "\n";
            case CSV -> SuiteList.csv(lines);
          });
      out.flush();
      return ExitStatus.OK;
    }
    Map<String, Object> further = new LinkedHashMap<>();
    further.put("suites", suites);
    further.put(CORPUS, corpus == null ? null : corpus.toString());
    further.put("workload", workload);
    further.put("levers", choice.levers());
    further.put("jmh_options", jmh);
    RunRequest request =
        options.tagged(
            new RunRequest(
                arguments(),
                profile,
                choice.profile(),
                installation.read("cluster", MicroWork.LOCAL, ClusterFile.class),
                measured,
                options.dataDir(),
                options.results(),
                keep,
                further));
    return settings.isEmpty()
        ? choice.work().runAlone(request, out)
        : new AbJob(request, choice, duet, limits.limits(), out)
            .run(settings.get(0), settings.get(1));
  }

  private Map<String, String> parameters() {
    return corpus == null ? Map.of() : Map.of(CORPUS, MicroChoice.corpus(corpus).toString());
  }

  private List<Map<String, String>> samples() {
    if (workload == null) {
      return List.of();
    }
    Map<String, String> sample = new TreeMap<>(MicroChoice.job(installation(), workload));
    if (corpus != null && !sample.get(CORPUS).equals("enwiki-2016")) {
      throw CoreboundException.invalidInput(
          "--corpus: workload %s reads %s; leave it out", workload, sample.get(CORPUS));
    }
    sample.putAll(parameters());
    return List.of(sample);
  }
}
