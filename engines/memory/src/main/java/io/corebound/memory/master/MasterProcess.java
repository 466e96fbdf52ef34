package io.corebound.memory.master;

import io.corebound.memory.job.JobFailure;
import io.corebound.memory.job.JobSpec;
import io.corebound.memory.job.Options;
import io.corebound.memory.result.MasterResult;
import io.corebound.memory.result.MasterResult.ProcessResult;
import io.corebound.memory.result.RunResult;
import io.corebound.memory.result.WholeFile;
import io.corebound.memory.task.HadoopJob;
import io.corebound.memory.transport.Transport;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The master: waits for its workers, runs a job as often as it should, writes the result. */
public final class MasterProcess {
  private static final Duration GATHERING = Duration.ofSeconds(60);
  private static final int BACKLOG = 1024;
  private static final String JOB_XML = "job-xml";

  private final Options options;
  private final InetAddress host;
  private final List<RunResult> runs = new ArrayList<>();
  private final List<ProcessResult> processes = new ArrayList<>();
  private JobSpec spec;
  private Double startupS;
  private WorkerLinks links;
  private Plan written;

  private MasterProcess(Options options, JobSpec spec, InetAddress host) {
    this.options = options;
    this.spec = spec;
    this.host = host;
  }

  /**
   * Does what a command line says.
   *
   * @return exit status
   */
  public static int run(String[] arguments) throws IOException, InterruptedException {
    Set<String> known = new HashSet<>(JobSpec.OPTIONS);
    known.addAll(Set.of("listen", "address-file", "workers", "result", "runs", JOB_XML));
    Options options = new Options(arguments, known);
    InetSocketAddress listen = options.address("listen");
    InetAddress host = Options.own("listen", listen.getAddress());
    Path result = Path.of(options.text("result"));
    MasterProcess process = new MasterProcess(options, JobSpec.of(options), host);
    String reason = null;
    int status = 0;
    try (ServerSocket server = new ServerSocket(listen.getPort(), BACKLOG, host)) {
      process.work(server);
    } catch (JobFailure e) {
      reason = e.getMessage();
      status = e.status();
    } catch (ClassNotFoundException | IOException | RuntimeException | Error e) {
      reason = JobFailure.line(e);
      status = JobFailure.FAILED;
    }
    process.end(status);
    MasterResult.of(process.spec, reason, status, process.startupS, process.processes, process.runs)
        .write(result);
    if (reason != null) {
      System.err.println(reason);
    }
    return status;
  }

  private void work(ServerSocket server)
      throws IOException, InterruptedException, ClassNotFoundException {
    int workers = options.number("workers", 1);
    int times = options.number("runs", 1, 1);
    // refuses one that there is not before anything starts
    Transport.of(spec.wire().transport());
    String submitted = options.text(JOB_XML, "");
    if (!submitted.isEmpty()) {
      HadoopJob.deleteSubmitted(spec);
      spec = spec.with(HadoopJob.submitted(Path.of(submitted)));
    }
    String address = "%s:%s%n".formatted(host.getHostAddress(), server.getLocalPort());
    WholeFile.write(Path.of(options.text("address-file")), address);
    Thread loading = HadoopJob.loadAhead();
    links =
        WorkerLinks.gather(
            server, workers, spec.wire().transport(), spec.wire().silence(), GATHERING);
    loading.join();
    if (spec.sizes().reduces() == 0) {
      spec = spec.withReduces(links.threads());
    }
    note();
    for (int run = 1; run <= times; run++) {
      if (run > 1) {
        written.deleteOutput();
      }
      runs.add(runOnce());
      RunResult done = runs.get(runs.size() - 1);
      say(
          "run %s: %.3f s: map %.3f, shuffle %.3f, reduce %.3f, overhead %.3f",
          run, done.elapsedS(), done.mapS(), done.shuffleS(), done.reduceS(), done.overheadS());
    }
  }

  private RunResult runOnce() throws IOException, InterruptedException, ClassNotFoundException {
    Timeline timeline = new Timeline(links.count());
    Plan plan = new Plan(spec);
    written = plan;
    plan.checkMemory(links.budgetBytes());
    plan.setupOutput();
    return new MasterRun(spec, links, plan, timeline, new Progress()::at).run();
  }

  private void note() {
    startupS =
        (System.currentTimeMillis() - ManagementFactory.getRuntimeMXBean().getStartTime()) / 1e3;
    processes.add(
        new ProcessResult(
            "memory-master", null, host.getHostAddress(), ProcessHandle.current().pid(), 0));
    for (int rank = 0; rank < links.count(); rank++) {
      processes.add(
          new ProcessResult(
              "memory-worker",
              rank,
              links.peer(rank).host(),
              links.peer(rank).pid(),
              links.hello(rank).threads()));
    }
    say("%s workers are ready after %.3f s", links.count(), startupS);
  }

  private static void say(String text, Object... values) {
    System.out.println(String.format(Locale.ROOT, text, values));
  }

  /** Ends the workers, and removes what a failed run has written. */
  private void end(int status) throws InterruptedException {
    if (links != null) {
      links.finish(status);
    }
    if (status != 0 && written != null) {
      try {
        written.abortOutput();
      } catch (IOException e) {
        System.err.println("the output was not removed: " + JobFailure.line(e));
      }
    }
  }

  /** Lines {@code progress MAP REDUCE}, in percent, at most one for each percent. */
  private static final class Progress {
    private int last = -1;

    void at(int percent) {
      if (percent > last) {
        last = percent;
        System.out.printf(
            Locale.ROOT, "progress %s %s%n", Math.min(percent, 100), Math.max(percent - 100, 0));
      }
    }
  }
}
