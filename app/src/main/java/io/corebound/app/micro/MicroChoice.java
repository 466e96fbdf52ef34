package io.corebound.app.micro;

import io.corebound.app.run.Installation;
import io.corebound.app.run.JobParameters;
import io.corebound.app.run.OwnJar;
import io.corebound.app.run.Software;
import io.corebound.app.run.TextFile;
import io.corebound.hosts.process.LocalHost;
import io.corebound.microbenchrunner.jmh.Catalogue;
import io.corebound.microbenchrunner.jmh.JmhOptions;
import io.corebound.microbenchrunner.jmh.MicroPlan;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.LeverFile;
import io.corebound.records.config.ProfileFile;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.CoreboundException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The chosen micro suites, checked before anything is measured. */
public record MicroChoice(
    Installation installation,
    ProfileFile profile,
    Software software,
    ClusterFile fitted,
    Catalogue catalogue,
    MicroPlan plan) {
  /**
   * Reads the choice, all suites when none is named; refuses an unknown suite and what JMH refuses.
   */
  public static MicroChoice of(
      Installation installation,
      String profileName,
      List<String> suites,
      Map<String, String> parameters,
      List<Map<String, String>> samples,
      List<String> jmhArguments,
      Software software) {
    ProfileFile profile = installation.read("profile", profileName, ProfileFile.class);
    ClusterFile fitted = JobParameters.fitted(installation, MicroWork.LOCAL);
    JmhOptions jmh = new JmhOptions(jmhArguments);
    Catalogue catalogue = installation.catalogue(software);
    MicroPlan.Choice choice =
        new MicroPlan.Choice(
            profileName,
            profile,
            suites,
            false,
            JobParameters.of(profile, fitted),
            parameters,
            samples,
            jmh);
    MicroPlan plan = MicroPlan.of(catalogue, choice);
    if (!samples.isEmpty()
        && plan.entries().stream().noneMatch(e -> e.parameters().containsKey("workload"))) {
      throw CoreboundException.invalidInput(
          "--workload: profile %s measures no task of a job; give --profile text-job", profileName);
    }
    jmh.check(
        LocalHost.forQuestions(),
        software.jdk().java(),
        installation.microbenchClassPath(software.hadoop()));
    return new MicroChoice(installation, profile, software, fitted, catalogue, plan);
  }

  /**
   * The same that measures starts, and whole tasks, under some levers too.
   *
   * @param names of levers of configs/lever, as of the option {@code --lever}
   * @throws CoreboundException (invalid input) for a lever that does not change how containers
   *     start, and where starts are not measured, or under another lever already
   */
  public MicroChoice under(List<String> names) {
    List<LeverFile> levers = names.stream().map(installation::lever).toList();
    for (LeverFile lever : levers) {
      if (!lever.hasFlagsOfContainers()) {
        throw CoreboundException.invalidInput(
            """
            --lever %s: it does not change how containers start, as it has neither \
            container_flags nor master_flags; leave it out\
            """,
            lever);
      }
    }
    if (!levers.isEmpty() && fitted.attached().map(LeverFile::hasFlagsOfContainers).orElse(false)) {
      throw CoreboundException.invalidInput(
          """
          --lever: configs/cluster/%s.yaml has lever %s, and what starts take without it would not \
          be measured; leave it out there\
          """,
          MicroWork.LOCAL, fitted.leverName());
    }
    if (!levers.isEmpty() && !plan.own().contains(Catalogue.START)) {
      throw CoreboundException.invalidInput(
          """
          --lever: suite '%s' is not among those that are measured; name it, or a profile that \
          has it\
          """,
          Catalogue.START);
    }
    return new MicroChoice(installation, profile, software, fitted, catalogue, plan.under(levers));
  }

  /** Levers under which starts are measured, too. */
  public List<LeverFile> levers() {
    return plan.levers();
  }

  /** The part that two settings can measure in turns. */
  public MicroChoice forAb() {
    return new MicroChoice(installation, profile, software, fitted, catalogue, AbJob.part(plan));
  }

  /** The path of a text that benchmarks can read; refuses another with {@code --corpus}. */
  public static Path corpus(Path given) {
    TextFile.require("--corpus", given);
    if (given.toString().matches("(?i).*\\.xml(\\.gz|\\.bz2)?")) {
      throw CoreboundException.invalidInput(
          "--corpus %s: is XML and no plain text; extract its text first", given);
    }
    return given.toAbsolutePath().normalize();
  }

  /** Parameters of the benchmarks that measure a workload's tasks; refuses one without a job. */
  public static Map<String, String> job(Installation installation, String workload) {
    Path path = installation.configuration("workload", workload);
    WorkloadFile file =
        OwnJar.located(path, installation.read("workload", workload, WorkloadFile.class));
    if (!file.worksOnSample() || file.sampledTasks().job() == null) {
      throw CoreboundException.invalidInput(
          "--workload %s: it has no sampled_tasks with a job; leave it out", workload);
    }
    return file.sampledTasks().parameters(StructuredFiles.stem(path));
  }

  public MicroWork work() {
    return new MicroWork(installation, software, plan, fitted);
  }
}
