package io.corebound.collectors.probe;

import io.corebound.collectors.output.MalformedOutput;
import io.corebound.collectors.output.NotUnderstood;
import io.corebound.collectors.output.ToolVersion;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.MeanInterval;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * {@code netperf} TCP_STREAM and TCP_RR: one TCP stream, and a byte sent back and forth, between
 * two processes of the host over loopback, or between two hosts, against a {@code netserver} of
 * ours (netperf(1), netserver(1)). Both of its sockets, control and data, are bound to the address
 * that is measured.
 *
 * <p>It gives {@code network.stream}, {@code rate} in MB/s of payload, with the parameters {@code
 * tool}, {@code version}, {@code block_size} (of one send), {@code link}, and {@code
 * not_understood} where some of netperf's output was not; and, where the whole is asked for, {@code
 * network.request-response}, {@code transactions} in 1/s, of 1 B each way.
 */
public final class Netperf implements Probe {
  private static final Pattern VERSION = Pattern.compile("Netperf version ([0-9.]+)");
  private static final String REMEDY =
      "install the package netperf where the system has it, or else iperf3";
  private static final Duration SLACK = Duration.ofSeconds(20);

  /** The metric of request and response: how many a second, one after the other. */
  public static final String TRANSACTIONS = "transactions";

  private static final String STREAM = "TCP_STREAM";
  private static final String REQUEST_RESPONSE = "TCP_RR";
  private static final String OUTPUT = "THROUGHPUT,THROUGHPUT_UNITS,ELAPSED_TIME,LOCAL_SEND_SIZE";

  private final Function<Host, Link> link;
  private final String where;

  /** Over the loopback interface of the host that is measured. */
  public Netperf() {
    this(Link::loopback, "on loopback");
  }

  /** Between two hosts. */
  public Netperf(Link link) {
    this(host -> link, "from " + link.client().name() + " to " + link.server().name());
  }

  private Netperf(Function<Host, Link> link, String where) {
    this.link = link;
    this.where = where;
  }

  /** The result of one run. */
  record Result(double megabytesPerSecond, String sendSize) {}

  @Override
  public String name() {
    return "netperf";
  }

  @Override
  public ToolVersion probe(Host host) {
    ToolVersion.ask(host, "netserver", "-V", VERSION, REMEDY);
    return ToolVersion.ask(host, name(), "-V", VERSION, REMEDY);
  }

  @Override
  public String subject(Path folder) {
    return name() + " " + where;
  }

  @Override
  public double expectedSeconds(ProbeBudget budget) {
    return budget.runs() * (budget.whole() ? 2 : 1) * (budget.runLength().toSeconds() + 0.2);
  }

  @Override
  public List<Measurement> measure(Host host, Path folder, RunDirectory run, ProbeBudget budget) {
    ToolVersion version = probe(host);
    Path raw = run.rawFolder().resolve("probe").resolve("netperf.txt");
    StringBuilder all = new StringBuilder();
    List<Double> rates = new ArrayList<>();
    List<Double> transactions = new ArrayList<>();
    String sendSize = "";
    Link measured = link.apply(host);
    try (ProbeServer server =
        ProbeServer.start(
            measured, port -> server(measured, port), raw.resolveSibling("netserver.txt"))) {
      for (int i = 0; i < budget.runs(); i++) {
        Outcome outcome =
            server.runClient(client(measured, server.port(), STREAM, budget), Netperf::refused);
        ProbeOutput.write(raw, all.append(outcome.out()).toString(), outcome.err());
        Result result = result(host, outcome, raw);
        rates.add(result.megabytesPerSecond());
        sendSize = result.sendSize();
      }
      for (int i = 0; budget.whole() && i < budget.runs(); i++) {
        Outcome outcome =
            server.runClient(
                client(measured, server.port(), REQUEST_RESPONSE, budget), Netperf::refused);
        ProbeOutput.write(raw, all.append(outcome.out()).toString(), outcome.err());
        transactions.add(transactions(host, outcome, raw));
      }
    }
    List<Measurement> rows = new ArrayList<>();
    rows.add(
        NetworkRows.rate(
            MeanInterval.of(rates),
            NotUnderstood.among(
                parameters(version, sendSize, measured), notUnderstood(all.toString())),
            run.relative(raw)));
    if (budget.whole()) {
      rows.add(
          NetworkRows.transactions(
              MeanInterval.of(transactions),
              parameters(version, "1", measured),
              run.relative(raw)));
    }
    return rows;
  }

  private Map<String, String> parameters(ToolVersion version, String sendBytes, Link measured) {
    return Map.of(
        "tool",
        name(),
        "version",
        version.version(),
        "block_size",
        sendBytes + "B",
        "link",
        measured.name());
  }

  private static List<String> server(Link link, int port) {
    return List.of("netserver", "-D", "-4", "-L", link.address(), "-p", String.valueOf(port));
  }

  /** The second -H, after --, makes netserver bind its data socket too. */
  private static Command client(Link link, int port, String test, ProbeBudget budget) {
    List<String> ends = new ArrayList<>(List.of("-H", link.address()));
    if (link.isLoopback()) {
      ends.addAll(List.of("-L", link.address()));
    }
    List<String> arguments = new ArrayList<>(List.of("netperf", "-4"));
    arguments.addAll(ends);
    arguments.addAll(List.of("-p", String.valueOf(port), "-t", test));
    arguments.addAll(List.of("-l", String.valueOf(budget.runLength().toSeconds()), "-P", "0"));
    arguments.add("--");
    arguments.addAll(ends);
    arguments.addAll(List.of("-k", OUTPUT));
    return new Command(arguments, Map.of(), null, budget.runLength().plus(SLACK));
  }

  private static boolean refused(Outcome outcome) {
    return !outcome.ok() && outcome.out().concat(outcome.err()).contains("establish control");
  }

  /** Reads an output, or says what is wrong with it. */
  @FunctionalInterface
  private interface Reading<T> {
    T of(String text) throws MalformedOutput;
  }

  private static Result result(Host host, Outcome outcome, Path raw) {
    return read(host, outcome, raw, Netperf::parse);
  }

  private static double transactions(Host host, Outcome outcome, Path raw) {
    return read(host, outcome, raw, Netperf::parseTransactions);
  }

  private static <T> T read(Host host, Outcome outcome, Path raw, Reading<T> reading) {
    String what = "netperf on host " + host.name();
    if (!outcome.ok()) {
      throw CoreboundException.failed(
          what + " failed: " + outcome.lastWords() + "; its output is in " + raw);
    }
    try {
      return reading.of(outcome.out());
    } catch (MalformedOutput e) {
      throw CoreboundException.failed(what + " " + e.getMessage() + "; its output is in " + raw, e);
    }
  }

  /** Reads netperf's {@code KEY=value} lines ({@code -k}) of one run. */
  public static Result parse(String text) throws MalformedOutput {
    Map<String, String> values = values(text);
    String units = values.getOrDefault("THROUGHPUT_UNITS", "");
    if (!units.equals("10^6bits/s")) {
      throw new MalformedOutput("gave a throughput in '" + units + "', not in 10^6bits/s");
    }
    String sendSize = values.getOrDefault("LOCAL_SEND_SIZE", "");
    if (!sendSize.matches("[0-9]{1,18}") || !text.endsWith("\n")) {
      throw new MalformedOutput("wrote no whole result");
    }
    return new Result(rate(values.getOrDefault("THROUGHPUT", "")) / 8, sendSize);
  }

  /** Reads the same lines of one run of TCP_RR: transactions a second. */
  static double parseTransactions(String text) throws MalformedOutput {
    Map<String, String> values = values(text);
    String units = values.getOrDefault("THROUGHPUT_UNITS", "");
    if (!units.equals("Trans/s")) {
      throw new MalformedOutput("gave a throughput in '" + units + "', not in Trans/s");
    }
    if (!text.endsWith("\n")) {
      throw new MalformedOutput("wrote no whole result");
    }
    return rate(values.getOrDefault("THROUGHPUT", ""));
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

  /** How many lines are none of its own: neither blank nor {@code KEY=value}. */
  public static int notUnderstood(String text) {
    return (int) text.lines().filter(line -> !line.isBlank() && line.indexOf('=') <= 0).count();
  }

  private static double rate(String number) throws MalformedOutput {
    if (!number.matches("[0-9]{1,15}(\\.[0-9]{1,15})?") || Double.parseDouble(number) == 0) {
      throw new MalformedOutput("gave a throughput of '" + number + "'");
    }
    return Double.parseDouble(number);
  }
}
