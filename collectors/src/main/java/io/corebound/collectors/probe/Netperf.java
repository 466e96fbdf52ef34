package io.corebound.collectors.probe;

import io.corebound.collectors.output.MalformedOutput;
import io.corebound.collectors.output.NotUnderstood;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.Outcome;
import io.corebound.hosts.process.ToolVersion;
import io.corebound.hosts.process.Watch;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.units.CoreboundException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code netperf} TCP_STREAM: one TCP stream between two processes of the host over loopback, or
 * between two hosts, against a {@code netserver} of ours (netperf(1), netserver(1)). Both of its
 * sockets, control and data, are bound to the address that is measured.
 *
 * <p>It gives {@code network.stream}, {@code rate} in MB/s of payload.
 */
public final class Netperf extends NetworkProbe {
  private static final String REMEDY =
      "install the package netperf where the system has it, or else iperf3";

  private static final String OUTPUT = "THROUGHPUT,THROUGHPUT_UNITS,ELAPSED_TIME,LOCAL_SEND_SIZE";

  private static final String NUMBER = "[0-9]{1,15}(\\.[0-9]{1,15})?";

  public Netperf() {
    super("netperf");
  }

  public Netperf(Link link) {
    super("netperf", link);
  }

  /**
   * The result of one run.
   *
   * @param notUnderstood lines that netperf did not write
   * @param bytes of payload; 0 where it does not say how long it took
   */
  public record Result(
      double megabytesPerSecond, String sendSize, int notUnderstood, double bytes) {}

  @Override
  public ToolVersion probe(Host host) {
    ToolVersion.require(host, "netserver", "-V", REMEDY);
    return ToolVersion.require(host, name(), "-V", REMEDY);
  }

  @Override
  public double expectedSeconds(ProbeBudget budget) {
    return budget.runs() * (budget.runLength().toSeconds() + 0.2);
  }

  @Override
  public List<Measurement> measure(
      Host host, Path folder, RunDirectory run, ProbeBudget budget, Watch watch) {
    ToolVersion version = probe(host);
    Path rawFolder = run.rawFolder().resolve("probe");
    List<ProbeWatch.Kept<Result>> kept;
    Link measured = link(host);
    ProbeWatch others = new ProbeWatch(watch, measured.client(), Traffic.ofLink(measured));
    try (ProbeServer server =
        ProbeServer.start(
            measured, port -> server(measured, port), rawFolder.resolve("netserver.txt"))) {
      Command stream = client(measured, server.port(), budget);
      kept =
          others.runs(
              "netperf",
              budget,
              which -> run(host, server, stream, rawFolder.resolve(which + ".txt")),
              Result::bytes);
    }
    List<Result> results = kept.stream().map(ProbeWatch.Kept::result).toList();
    Path raw = rawFolder.resolve(kept.get(kept.size() - 1).name() + ".txt");
    String sendSize = results.get(results.size() - 1).sendSize();
    Map<String, String> parameters =
        NotUnderstood.among(
            parameters(version.version(), sendSize, measured),
            results.stream().mapToInt(Result::notUnderstood).sum());
    List<Double> rates = results.stream().map(Result::megabytesPerSecond).toList();
    return List.of(RATE.row(1, rates, others.among(parameters), run.relative(raw)));
  }

  private Result run(Host host, ProbeServer server, Command client, Path raw) {
    Outcome outcome = server.runClient(client, Netperf::refused);
    ProbeOutput.write(raw, outcome.out(), outcome.err());
    if (!outcome.ok()) {
      throw CoreboundException.failed(
          "netperf on host %s failed: %s; its output is in %s"
              .formatted(host.name(), outcome.lastWords(), raw));
    }
    return read(host, outcome, raw, Netperf::parse);
  }

  private static List<String> server(Link link, int port) {
    return List.of("netserver", "-D", "-4", "-L", link.address(), "-p", String.valueOf(port));
  }

  /** The second -H, after --, makes netserver bind its data socket too. */
  private static Command client(Link link, int port, ProbeBudget budget) {
    List<String> ends = new ArrayList<>(List.of("-H", link.address()));
    if (link.isLoopback()) {
      ends.addAll(List.of("-L", link.address()));
    }
    List<String> arguments = new ArrayList<>(List.of("netperf", "-4"));
    arguments.addAll(ends);
    arguments.addAll(List.of("-p", String.valueOf(port), "-t", "TCP_STREAM"));
    arguments.addAll(List.of("-l", String.valueOf(budget.runLength().toSeconds()), "-P", "0"));
    arguments.add("--");
    arguments.addAll(ends);
    arguments.addAll(List.of("-k", OUTPUT));
    return command(arguments, budget);
  }

  private static boolean refused(Outcome outcome) {
    return !outcome.ok() && outcome.out().concat(outcome.err()).contains("establish control");
  }

  /** Reads netperf's {@code KEY=value} lines ({@code -k}) of one run. */
  public static Result parse(String text) throws MalformedOutput {
    Map<String, String> values = values(text);
    String units = values.getOrDefault("THROUGHPUT_UNITS", "");
    if (!units.equals("10^6bits/s")) {
      throw new MalformedOutput("gave a throughput in '%s', not in 10^6bits/s".formatted(units));
    }
    String sendSize = values.getOrDefault("LOCAL_SEND_SIZE", "");
    if (!sendSize.matches("[0-9]{1,18}") || !text.endsWith("\n")) {
      throw new MalformedOutput("wrote no complete result");
    }
    double mbPerS = ProbeFigure.possibleRate(rate(values.getOrDefault("THROUGHPUT", "")) / 8);
    String elapsedS = values.getOrDefault("ELAPSED_TIME", "");
    double seconds = elapsedS.matches(NUMBER) ? Double.parseDouble(elapsedS) : 0;
    return new Result(mbPerS, sendSize, notUnderstood(text), mbPerS * 1e6 * seconds);
  }

  private static Map<String, String> values(String text) {
    Map<String, String> values = new HashMap<>();
    for (String line : text.split("\n", -1)) {
      int equals = line.indexOf('=');
      if (equals > 0) {
        values.put(line.substring(0, equals).strip(), line.substring(equals + 1).strip());
      }
    }
    return values;
  }

  /** The number of lines that netperf did not write: not blank and not {@code KEY=value}. */
  private static int notUnderstood(String text) {
    return (int) text.lines().filter(line -> !line.isBlank() && line.indexOf('=') <= 0).count();
  }

  private static double rate(String number) throws MalformedOutput {
    if (!number.matches(NUMBER) || Double.parseDouble(number) == 0) {
      throw new MalformedOutput("gave a throughput of '%s'".formatted(number));
    }
    return Double.parseDouble(number);
  }
}
