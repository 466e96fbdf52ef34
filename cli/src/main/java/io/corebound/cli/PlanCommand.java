package io.corebound.cli;

import io.corebound.analysis.pages.page.Page;
import io.corebound.analysis.pages.report.plan.PlanCsv;
import io.corebound.analysis.pages.report.plan.PlanPage;
import io.corebound.analysis.study.plan.Plan;
import io.corebound.analysis.study.plan.PlanRequest;
import io.corebound.analysis.study.plan.Planner;
import io.corebound.app.model.ModelInput;
import io.corebound.app.run.Version;
import io.corebound.cli.option.ModelOptions;
import io.corebound.cli.option.PageOutput;
import io.corebound.records.units.CoreboundException;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "plan",
    description =
        """
        Plans the capacity of a cluster for a job: from how many cores a disk or the network \
        bounds it, what doubling each thing brings, other codecs and levers, time over cores \
        and disks, and the smallest cluster that meets a deadline.
        Figures beyond the measured range are marked extrapolated.\
        """,
    footer = {
      "",
      "What would make TeraSort faster on five nodes of 16 cores:",
      "  corebound plan --machine results/RUN --workload terasort --data 400GB --nodes 5 \\",
      "    --cores 16 --storage ssd-sata --network ethernet-10g",
      "The smallest cluster that sorts 1 TB in half an hour, of three disks and two networks:",
      "  corebound plan --machine results/RUN --workload terasort --data 1TB --cores 16 \\",
      "    --storage hdd,ssd-sata,nvme --network ethernet-1g,ethernet-10g --deadline 30min"
    })
final class PlanCommand extends Subcommand implements Runnable {
  private static final int MOST_NODES = 1000;

  /** The search tries sizes one by one. */
  private static final int LARGEST = 20_000;

  @Mixin private ModelOptions options;
  @Mixin private PageOutput output;

  @Option(
      names = "--deadline",
      paramLabel = "TIME",
      description =
          """
          find the smallest cluster that finishes in this time, such as 30min; --storage and \
          --network may then name several, separated by commas; your cluster's come first\
          """)
  private Duration deadline;

  @Option(
      names = "--max-nodes",
      paramLabel = "N",
      description = "maximum number of nodes of that cluster (default: 1000)")
  private Integer maxNodes;

  @Option(
      names = "--node-price",
      paramLabel = "PRICE",
      description =
          """
          price of a node without disks and link, in the currency of the storage and network \
          files; then the cheapest cluster is found\
          """)
  private Double nodePrice;

  /** Refuses options of the search for a cluster when there is no search. */
  private void requireDeadline() {
    if (deadline != null) {
      return;
    }
    Stream.of(
            maxNodes == null ? null : "--max-nodes",
            nodePrice == null ? null : "--node-price",
            options.request().tiers().storage().size() < 2 ? null : "several of --storage",
            options.request().tiers().network().size() < 2 ? null : "several of --network")
        .filter(Objects::nonNull)
        .findFirst()
        .ifPresent(
            given -> {
              throw CoreboundException.invalidInput(
                  "%s needs --deadline, such as --deadline 30min", given);
            });
  }

  @Override
  public void run() {
    ModelInput.atLeastOne("--max-nodes", maxNodes);
    if (maxNodes != null && maxNodes > LARGEST) {
      throw CoreboundException.invalidInput("--max-nodes is at most %s, not %s", LARGEST, maxNodes);
    }
    requireDeadline();
    ModelInput input = ModelInput.read(installation(), options.request());
    Plan plan =
        Planner.plan(
            new PlanRequest(
                input.machine(),
                input.workloadName(),
                input.workload(),
                options.request().job().data(),
                input.planned(),
                input.codec(),
                installation().levers(),
                input.storage(),
                input.network(),
                deadline,
                maxNodes == null ? MOST_NODES : maxNodes,
                nodePrice));
    Page page = PlanPage.of(plan, Version.version(), installation().commit());
    output.write(page, () -> PlanCsv.of(plan), plan, "bounds", "changes", "deadline");
  }
}
