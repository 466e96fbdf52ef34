package io.corebound.cli;

import io.corebound.analysis.pages.report.explain.ExplanationCsv;
import io.corebound.analysis.pages.report.explain.ExplanationPage;
import io.corebound.analysis.pages.report.explain.JobsPage;
import io.corebound.analysis.study.explain.Explanation;
import io.corebound.analysis.study.explain.JobTable;
import io.corebound.app.explain.Explain;
import io.corebound.app.explain.ExplainRequest;
import io.corebound.app.model.ModelInput;
import io.corebound.app.run.Version;
import io.corebound.cli.option.PageOutput;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.ExitStatus;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "explain",
    description =
        """
        Explains a job that ran, by its history: where its core-seconds and its time went, what \
        was lost, and what each change would bring. Or many jobs: a table of them.
        Exit status 2 when a history cannot be read; those of a folder that can be are in the \
        table.\
        """,
    footer = {
      "",
      "A job's history, and the costs measured on a node like its own:",
      "  corebound micro --host me@worker1 --profile standard",
      "  corebound explain job_1700000000000_0001-….jhist --machine results/RUN",
      "Every job of a folder, as a page with charts:",
      "  corebound explain done/2026/11/28 --machine results/RUN --export jobs.html",
      "A job of your cluster, by the cluster's own commands (docs/external.md):",
      "  corebound explain --cluster mine job_1700000000000_0001 --machine results/RUN",
      "",
      "Histories of Hadoop 2 and 3 are read, and <job id>_conf.xml beside them; of a",
      "configuration, nothing is kept but the settings that corebound knows."
    })
final class ExplainCommand extends Subcommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "HISTORY",
      description = "a history (.jhist), or a folder of them; with --cluster the id of a job")
  private String history;

  @Option(
      names = "--machine",
      paramLabel = "RUN|FILE",
      description =
          """
          a run whose measurements are used, or a machine file; without it, only what needs no \
          rates is explained\
          """)
  private String machine;

  @Option(
      names = "--base",
      paramLabel = "RUN|FILE",
      description =
          "take disk and network from this run or machine file, as 'corebound probe' writes it")
  private String base;

  @Option(
      names = "--cores",
      paramLabel = "N",
      description = "logical CPUs of a node (default: as many as were measured)")
  private Integer cores;

  @Option(
      names = "--conf",
      paramLabel = "FILE",
      description = "the job's configuration, job.xml (default: <job id>_conf.xml beside it)")
  private Path configuration;

  @Option(
      names = "--cluster",
      paramLabel = "NAME",
      description =
          """
          fetch the history from this cluster: a file of configs/cluster of kind external, or a \
          path\
          """)
  private String cluster;

  @Mixin private PageOutput output;

  @Override
  public Integer call() throws InterruptedException {
    Explain explain =
        new Explain(installation(), new ExplainRequest(history, node(), configuration, cluster));
    if (explain.isFolder()) {
      table(explain.folder());
    } else {
      Explanation explanation = explain.job();
      output.write(
          ExplanationPage.of(explanation, Version.version(), installation().commit()),
          () -> ExplanationCsv.of(explanation),
          explanation,
          ExplanationPage.answer());
    }
    return ExitStatus.OK.code();
  }

  private ExplainRequest.Node node() {
    ModelInput.atLeastOne("--cores", cores);
    if (machine == null && (base != null || cores != null)) {
      throw CoreboundException.invalidInput(
          "%s needs --machine, a run on a node like the job's",
          base != null ? "--base" : "--cores");
    }
    return machine == null ? null : new ExplainRequest.Node(machine, base, cores);
  }

  private void table(Explain.Folder folder) {
    JobTable table = folder.table();
    output.write(
        JobsPage.of(history, table, Version.version(), installation().commit()),
        () -> ExplanationCsv.of(table),
        table,
        "activities",
        "jobs",
        "refused",
        "copies");
    if (folder.unreadable() > 0) {
      throw CoreboundException.invalidInput(
          "%s: %s of its histories and folders could not be read; the table says which",
          history, folder.unreadable());
    }
  }
}
