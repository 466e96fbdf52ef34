package io.corebound.collectors.probe;

import io.corebound.collectors.output.Fields;
import io.corebound.collectors.output.JsonDocuments;
import io.corebound.collectors.output.MalformedOutput;
import io.corebound.collectors.output.NotUnderstood;
import io.corebound.collectors.output.Possible;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.Outcome;
import io.corebound.hosts.process.ToolVersion;
import io.corebound.hosts.process.Watch;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.RunDirectory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * {@code iperf3}: one TCP stream between two processes of the host over loopback, or between two
 * hosts, against a server of ours that is bound to the address that is measured (iperf3(1)). It
 * replaces netperf where that is not installed.
 *
 * <p>It gives {@code network.stream} twice: {@code rate} in MB/s of payload as received, and {@code
 * cost} in core-nanoseconds a byte, of client and server together.
 */
public final class Iperf3 extends NetworkProbe {
  private static final String REMEDY =
      "install the package iperf3 (apt-get install iperf3, or dnf install iperf3)";

  /** CPU time of both ends together for a byte of payload. */
  private static final ProbeFigure COST = ProbeFigure.cost("network.stream", "all", "payload");

  /** More than any link carries, in bits a second, or in bytes for as long as a probe may last. */
  private static final double LARGEST = 1e18;

  public Iperf3() {
    super("iperf3");
  }

  public Iperf3(Link link) {
    super("iperf3", link);
  }

  /**
   * The result of one run.
   *
   * @param coreNanosecondsPerByte CPU of client and server; NaN when iperf3 gave none
   * @param bytes of payload
   */
  public record Result(
      double megabytesPerSecond,
      double coreNanosecondsPerByte,
      long blockBytes,
      int notUnderstood,
      double bytes) {}

  @Override
  public ToolVersion probe(Host host) {
    return ToolVersion.require(host, name(), "--version", REMEDY);
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
            measured, port -> server(measured, port), rawFolder.resolve("iperf3-server.txt"))) {
      Command client = client(measured, server.port(), budget);
      kept =
          others.runs(
              "iperf3",
              budget,
              which -> run(host, server, client, rawFolder.resolve(which + ".json")),
              Result::bytes);
    }
    List<Result> results = kept.stream().map(ProbeWatch.Kept::result).toList();
    Map<String, String> parameters =
        others.among(
            NotUnderstood.among(
                parameters(version.version(), "" + results.get(0).blockBytes(), measured),
                results.stream().mapToInt(Result::notUnderstood).sum()));
    String rawFile = run.relative(rawFolder.resolve(kept.get(kept.size() - 1).name() + ".json"));
    List<Measurement> rows = new ArrayList<>();
    List<Double> rates = results.stream().map(Result::megabytesPerSecond).toList();
    rows.add(RATE.row(1, rates, parameters, rawFile));
    List<Double> costs =
        results.stream().map(Result::coreNanosecondsPerByte).filter(c -> !c.isNaN()).toList();
    if (!costs.isEmpty()) {
      rows.add(COST.row(1, costs, parameters, rawFile));
    }
    return rows;
  }

  private Result run(Host host, ProbeServer server, Command client, Path raw) {
    Outcome outcome = server.runClient(client, Iperf3::refused);
    ProbeOutput.write(raw, outcome.out(), outcome.err());
    return read(host, outcome, raw, Iperf3::parse);
  }

  private static List<String> server(Link link, int port) {
    return List.of("iperf3", "-s", "-B", link.address(), "-p", String.valueOf(port));
  }

  private static Command client(Link link, int port, ProbeBudget budget) {
    List<String> arguments = new ArrayList<>(List.of("iperf3", "-J", "-c", link.address()));
    arguments.addAll(List.of("-p", String.valueOf(port)));
    arguments.addAll(List.of("-t", String.valueOf(budget.runLength().toSeconds())));
    if (link.isLoopback()) {
      arguments.addAll(List.of("-B", link.address()));
    }
    return command(arguments, budget);
  }

  private static boolean refused(Outcome outcome) {
    return outcome.out().concat(outcome.err()).contains("Connection refused");
  }

  /** Reads {@code iperf3 -J} of a client. */
  public static Result parse(String text) throws MalformedOutput {
    NotUnderstood notes = new NotUnderstood();
    JsonNode root = JsonDocuments.last(text, notes);
    if (root.has("error")) {
      throw new MalformedOutput("failed: " + root.path("error").asString(""));
    }
    JsonNode received = root.path("end").path("sum_received");
    double bytes = positive(received, "bytes");
    double bitsPerSecond = positive(received, "bits_per_second");
    double elapsedS = positive(received, "seconds");
    JsonNode cpu = root.path("end").path("cpu_utilization_percent");
    double percent =
        cpu.path("host_total").asDouble(Double.NaN) + cpu.path("remote_total").asDouble(Double.NaN);
    long block = root.path("start").path("test_start").path("blksize").asLong(0);
    double cost = percent / 100 * elapsedS * 1e9 / bytes;
    // both ends; older versions give none
    boolean possible = percent >= 0 && percent <= 2 * Possible.PERCENT * Possible.CPUS;
    if (!possible && !Double.isNaN(percent)) {
      notes.add("cpu_utilization_percent: " + cpu);
    }
    return new Result(
        ProbeFigure.possibleRate(bitsPerSecond / 8e6),
        possible && cost <= Fields.LARGEST ? cost : Double.NaN,
        block,
        notes.count(),
        bytes);
  }

  private static double positive(JsonNode node, String field) throws MalformedOutput {
    double number = node.path(field).asDouble(Double.NaN);
    if (!(number > 0 && number <= LARGEST)) {
      throw new MalformedOutput("gave no '%s' for what was received".formatted(field));
    }
    return number;
  }
}
