package io.corebound.cli;

import io.corebound.analysis.pages.report.ReportModel;
import io.corebound.analysis.pages.report.TerminalSummary;
import io.corebound.app.lever.StartArchives;
import io.corebound.app.lever.StartLever;
import io.corebound.app.run.Installation;
import io.corebound.app.run.JobParameters;
import io.corebound.app.run.RunRequest;
import io.corebound.app.run.Software;
import io.corebound.app.run.Terminal;
import io.corebound.cli.option.RunOptions;
import io.corebound.cli.option.SoftwareOptions;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.run.State;
import io.corebound.records.units.CoreboundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "lever",
    description =
        """
        Makes what a lever needs on your cluster. start: an archive of Hadoop's classes that JVMs \
        of tasks start from, for a JDK and a Hadoop; measures what it brings, and prints the \
        settings that use it.\
        """)
final class LeverCommand extends Subcommand implements Callable<Integer> {
  private static final String START = "start";
  private static final int MOST_JOBS = 20;

  /** MRJobConfig.DEFAULT_MAPRED_ADMIN_JAVA_OPTS, which a setting replaces. */
  private static final String ADMIN_DEFAULT =
      "-Djava.net.preferIPv4Stack=true -Dhadoop.metrics.log.level=WARN";

  @Parameters(paramLabel = "LEVER", description = "start")
  private String lever;

  @Option(
      names = "--output",
      paramLabel = "DIR",
      required = true,
      description = "folder for the archive; on a cluster it has the same path on every node")
  private Path output;

  @Mixin private SoftwareOptions software;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      defaultValue = "3",
      description =
          "empty jobs of each setting that are measured, 0 for none (default: ${DEFAULT-VALUE})")
  private int jobs;

  @Mixin private RunOptions options;

  @Override
  public Integer call() {
    if (!lever.equals(START)) {
      throw CoreboundException.invalidInput(
          "no lever '%s' needs anything made; 'start' does", lever);
    }
    if (jobs < 0 || jobs > MOST_JOBS) {
      throw CoreboundException.invalidInput(
          "--jobs is a number from 0 to %s, not %s", MOST_JOBS, jobs);
    }
    Installation installation = installation();
    Software measured = software.software(installation);
    StartArchives archives = StartArchives.in(output, measured);
    ClusterFile fitted = JobParameters.fitted(installation, ClusterFile.LOCAL);
    requireWritable(archives.folder());
    if (options.dryRun()) {
      return options.checked(out()).code();
    }
    Map<String, Object> further = new LinkedHashMap<>();
    further.put("output", archives.folder().toString());
    further.put("jobs", jobs);
    RunRequest request =
        options.tagged(
            new RunRequest(
                arguments(),
                null,
                null,
                fitted,
                measured,
                options.dataDir(),
                options.results(),
                false,
                further));
    return new StartLever(installation, request, fitted, archives, jobs)
        .run(out(), (model, report) -> summary(model, report, archives))
        .code();
  }

  /** Nothing is made before the run begins. */
  private static void requireWritable(Path folder) {
    Path there = folder;
    while (!Files.exists(there)) {
      there = there.getParent();
    }
    if (!Files.isDirectory(there) || !Files.isWritable(there)) {
      throw CoreboundException.invalidInput(
          "--output %s: you may not write to %s; choose another folder", folder, there);
    }
  }

  private String summary(ReportModel model, Path report, StartArchives archives) {
    boolean made = model.manifest().state() == State.OK;
    String measured =
        made && jobs == 0 ? "" : TerminalSummary.render(model, report, Terminal.width()) + "\n";
    return made ? measured + settings(archives) : measured;
  }

  private static String settings(StartArchives archives) {
    return """
        For a job, where %3$s is on every node (-D replaces what mapred-site.xml has for a key):
          -Dmapreduce.admin.map.child.java.opts='%4$s %1$s'
          -Dmapreduce.admin.reduce.child.java.opts='%4$s %1$s'
          -Dyarn.app.mapreduce.am.admin-command-opts='%2$s'
        For the commands of a user, in ~/.hadooprc:
          %6$s
        For a sweep (lever: [hadoop, archive]):
          cp %5$s configs/lever/
        """
        .formatted(
            archives.optionsOfTasks(),
            archives.optionsOfMaster(),
            archives.folder(),
            ADMIN_DEFAULT,
            archives.lever(),
            archives.exportOfClient());
  }
}
