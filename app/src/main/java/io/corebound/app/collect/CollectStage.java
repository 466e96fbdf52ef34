package io.corebound.app.collect;

import io.corebound.analysis.pages.report.TerminalSummary;
import io.corebound.app.run.Installation;
import io.corebound.app.run.MemoryNeed;
import io.corebound.app.run.RunRequest;
import io.corebound.app.run.StagedRun;
import io.corebound.app.run.Stages;
import io.corebound.app.run.Terminal;
import io.corebound.app.run.Workspace;
import io.corebound.collectors.sampler.Collection;
import io.corebound.collectors.sampler.Collector;
import io.corebound.collectors.sampler.Samplers;
import io.corebound.hosts.process.AtOnce;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.LocalHost;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.CellResult.CollectorReport;
import io.corebound.records.run.CommandResult;
import io.corebound.records.run.CommandResult.HostClock;
import io.corebound.records.run.CommandResult.WatchedHost;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.State;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import io.corebound.records.units.ExitStatus;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Runs a command with collectors attached: the cell {@code collect}. The command is started first
 * and held before its first instruction until every collector runs, on every host, so that they see
 * all of it; they are stopped after the second in which it ended.
 */
public final class CollectStage {
  /** Every collector's name. */
  public static final List<String> COLLECTORS = Samplers.names();

  /** The cell, and the workload in it. */
  static final String CELL = "collect";

  /** How often collectors are checked while the command runs. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  /** After the end, so that the last second's sample is taken: it may come some tenths late. */
  private static final double LAST_SAMPLE_S = 1.3;

  /** A collector's first sample comes a second after its start. */
  private static final double FIRST_SAMPLE_S = 2.5;

  private final Stages stages;
  private final Request request;
  private final RunDirectory run;
  private final Clock clock = Clock.systemUTC();

  /**
   * The command and its hosts.
   *
   * @param watched what is known of this machine and of the others, in that order
   * @param others further hosts to collect from
   */
  public record Request(
      List<String> command,
      Set<String> optional,
      List<WatchedHost> watched,
      List<? extends Host> others) {}

  CollectStage(Stages stages, Request request) {
    this.stages = stages;
    this.request = request;
    this.run = stages.record().directory();
  }

  /** Refuses an unknown program before anything is written. */
  public static void requireProgram(String program) {
    if (LocalHost.find(program, System.getenv("PATH"), null).isEmpty()) {
      throw CoreboundException.invalidInput(
          """
          %s: no such program; give a shell's command as: corebound collect -- sh -c '%s \
          ...'\
          """,
          program, program);
    }
  }

  /** The whole run: environment, the command, report; its summary goes to {@code out}. */
  public static ExitStatus run(
      Installation installation, RunRequest request, Request collect, PrintWriter out) {
    Workspace.Needs needs = new Workspace.Needs(DataSize.ofMegabytes(10), MemoryNeed.NONE, true);
    Map<String, Duration> expected = new LinkedHashMap<>();
    expected.put(RunDirectory.ENVIRONMENT, Duration.ofSeconds(3));
    // the command's duration is unknown
    expected.put(CELL, Duration.ZERO);
    // the terminal belongs to the command: do not draw over its output
    return new StagedRun(
            () -> Workspace.open(installation, request, needs),
            expected,
            false,
            out,
            (model, html) -> TerminalSummary.render(model, html, Terminal.width()))
        .run(
            stages -> {
              stages.environment(request.software(), List.of());
              stages.run(CELL, () -> new CollectStage(stages, collect).run());
            });
  }

  String run() throws InterruptedException {
    Host host = stages.workspace().host();
    List<Host> hosts = new ArrayList<>(List.of(host));
    hosts.addAll(request.others());
    Attempt attempt = new Attempt();
    try (StoppedCommand command =
        StoppedCommand.start(host, request.command(), run.rawFolder(CELL))) {
      Map<Host, Collection> started = new ConcurrentHashMap<>();
      try {
        AtOnce.each(
            hosts,
            h ->
                started.put(
                    h, Collection.start(h, collectors(h, command), run, run.rawFolder(CELL))));
        attempt.collectedS = now();
        attempt.of(command, inOrder(hosts, started));
      } catch (InterruptedException | RuntimeException e) {
        attempt.reason = Stages.reason(e);
        throw e;
      } finally {
        // so that what is stopped now is waited for
        boolean interrupted = Thread.interrupted();
        command.end();
        attempt.write(inOrder(hosts, started));
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }
    if (!attempt.reason.isEmpty()) {
      throw CoreboundException.failed(attempt.reason);
    }
    return String.format(
        Locale.ROOT,
        "%s ended well after %.1f s",
        request.command().get(0),
        attempt.endS - attempt.startS);
  }

  private static List<Collection> inOrder(List<Host> hosts, Map<Host, Collection> started) {
    return hosts.stream().filter(started::containsKey).map(started::get).toList();
  }

  private List<Collector> collectors(Host host, StoppedCommand command) {
    List<Collector> collectors = new ArrayList<>(Samplers.OF_HOST);
    if (host == stages.workspace().host()) {
      collectors.addAll(Samplers.ofProcesses(Map.of(command.program().pid(), StoppedCommand.ROLE)));
    }
    return collectors;
  }

  private double now() {
    return clock.millis() / 1000.0;
  }

  /** What is known of the command so far. */
  private final class Attempt {
    private final Set<String> toldEnded = new HashSet<>();
    private double collectedS;
    private double startS = Double.NaN;
    private double endS = Double.NaN;
    private Integer exitStatus;
    private String reason = "";
    private String notStarted = "";
    private final List<String> without = new ArrayList<>();

    void of(StoppedCommand command, List<Collection> collections) throws InterruptedException {
      List<String> lacking = needed(collections);
      if (!lacking.isEmpty()) {
        // write() has the collectors' own words, mostly
        notStarted = String.join("; ", lacking);
        return;
      }
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      command.release();
      startS = now();
      OptionalInt status = command.program().waitFor(LOOK);
      while (status.isEmpty()) {
        tellEnded(collections);
        status = command.program().waitFor(LOOK);
      }
      endS = now();
      exitStatus = status.getAsInt();
      reason = exitStatus == 0 ? "" : "the command " + StoppedCommand.ended(exitStatus);
      double enough = Math.max(endS + LAST_SAMPLE_S, collectedS + FIRST_SAMPLE_S);
      Thread.sleep(Math.max(0, Math.round((enough - now()) * 1000)));
    }

    /**
     * Why required collectors do not run, each with its host; for a lost host only that it is lost.
     */
    private List<String> needed(List<Collection> collections) {
      List<String> needed = new ArrayList<>();
      for (Collection collection : collections) {
        Host host = collection.host();
        if (host.lost().isPresent()) {
          needed.add(host.lost().get());
        } else {
          collection.notRunning().stream()
              .filter(name -> !request.optional().contains(name))
              .map(n -> "collector %s on %s ended before the command".formatted(n, host.name()))
              .forEach(needed::add);
        }
      }
      return needed;
    }

    /** Reports each early end at once, and once: the user may want to stop a long command. */
    private void tellEnded(List<Collection> collections) {
      for (String sentence : needed(collections)) {
        if (toldEnded.add(sentence)) {
          stages.progress().say("corebound: " + sentence + "; the cell will be FAILED");
        }
      }
    }

    void write(List<Collection> collections) {
      if (!Double.isNaN(startS) && Double.isNaN(endS)) {
        endS = now();
      }
      List<CollectorReport> reports = new ArrayList<>();
      Map<String, HostClock> clocks = new HashMap<>();
      List<String> failed = new ArrayList<>();
      Set<String> failedHosts = new HashSet<>();
      for (Collection.Delivered delivered : stopAll(collections)) {
        for (CollectorReport report : delivered.reports()) {
          clocks.put(report.host(), delivered.clock());
          if (endedBeforeItsSample(report)) {
            String why = "the command ended before the first sample of its process";
            reports.add(report.with(b -> b.state(State.SKIPPED).reason(why)));
            continue;
          }
          reports.add(report);
          String sentence = report.name() + " on " + report.host() + ": " + report.reason();
          if (report.state() == State.FAILED && !request.optional().contains(report.name())) {
            failed.add("collector " + sentence);
            failedHosts.add(report.host());
          } else if (report.state() != State.OK) {
            without.add(sentence);
          }
        }
      }
      collections.stream()
          .map(Collection::host)
          .filter(host -> !failedHosts.contains(host.name()))
          .forEach(host -> host.lost().ifPresent(failed::add));
      if (failed.isEmpty() && !notStarted.isEmpty()) {
        failed.add(notStarted);
      }
      String commandReason = reason;
      if (!failed.isEmpty()) {
        String collectors = String.join("; ", failed);
        reason =
            reason.isEmpty()
                ? collectors + (Double.isNaN(startS) ? "; the command was not started" : "")
                : reason + "; " + collectors;
      }
      StructuredFiles.writeJson(
          run.commandFile(CELL),
          new CommandResult(
              request.command(),
              exitStatus,
              startS,
              endS,
              request.watched().stream().map(h -> h.withClock(clocks.get(h.name()))).toList(),
              without));
      StructuredFiles.writeJson(run.cellFile(CELL), cell(commandReason, reports));
    }

    /** Runs on all hosts in parallel, to the end; a failure affects its own host only. */
    private List<Collection.Delivered> stopAll(List<Collection> collections) {
      Map<Collection, Collection.Delivered> delivered = new ConcurrentHashMap<>();
      AtOnce.eachToItsEnd(
          collections,
          c -> {
            try {
              delivered.put(c, c.stop(s -> s.write(run.samplesFolder(CELL))));
            } catch (RuntimeException | OutOfMemoryError e) {
              delivered.put(c, c.undelivered(Stages.reason(e)));
            }
          });
      return collections.stream().map(delivered::get).toList();
    }

    /** Whether a collector has no sample because the command ended too soon. */
    private boolean endedBeforeItsSample(CollectorReport report) {
      return endS - startS < FIRST_SAMPLE_S
          && Samplers.OF_HOST.stream().noneMatch(c -> c.name().equals(report.name()))
          && report.state() == State.FAILED
          && report.reason().startsWith("it delivered no sample")
          && !report.reason().contains("not understood");
    }

    private CellResult cell(String commandReason, List<CollectorReport> reports) {
      State started = commandReason.isEmpty() ? State.OK : State.FAILED;
      if (Double.isNaN(startS)) {
        started = State.SKIPPED;
      }
      String why = started == State.SKIPPED ? reason : commandReason;
      CellResult.Job job = new CellResult.Job(CELL, started, why, "", startS, startS, endS, endS);
      return CellResult.of(
              CELL, CELL, reason.isEmpty() ? State.OK : State.FAILED, reason, new DataSize(0))
          .with(b -> b.stages(List.of(job)).collectors(reports));
    }
  }
}
