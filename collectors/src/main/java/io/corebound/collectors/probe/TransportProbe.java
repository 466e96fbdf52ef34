package io.corebound.collectors.probe;

import io.corebound.collectors.output.Fields;
import io.corebound.collectors.output.MalformedOutput;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.Outcome;
import io.corebound.hosts.process.RunningProgram;
import io.corebound.hosts.process.ToolVersion;
import io.corebound.hosts.process.Watch;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The transports of the engines in memory, by messages of 1 B to 64 MiB to and fro between two
 * JVMs: the next leaves when the one before has come back, as in Daikoku, Kawashima, Tatebe:
 * "In-memory MapReduce における最適な Shuffle 手法の検討", Figure 1.
 *
 * <p>It gives {@code transport.tcp} and, where both ends have an RDMA device, {@code
 * transport.rsocket}, each for every size: {@code rate} in MB/s in one direction, which is the size
 * over half of a round trip, and {@code cost} in core-nanoseconds a byte, of both ends together.
 */
public final class TransportProbe implements Probe {
  private static final String OPERATION = "transport.";

  /** The parameter with the size of a message, such as 4KiB. */
  private static final String MESSAGE = "message";

  /** The parameter that says why another transport is missing. */
  private static final String WITHOUT = "without";

  private static final String TCP = "tcp";

  /** What may be missing comes first, so that the rows of the others say so. */
  private static final List<String> TRANSPORTS = List.of("rsocket", TCP);

  /** Powers of 4. */
  private static final List<Integer> SIZES =
      IntStream.rangeClosed(0, 13).mapToObj(power -> 1 << 2 * power).toList();

  private static final String MAIN_CLASS = "io.corebound.memory.PingPong";

  /** How the two processes know each other; on a host by ssh its other users can see it. */
  private static final String SECRET = "COREBOUND_ENGINE_SECRET";

  private static final int WORDS = 4;
  private static final Duration START = Duration.ofSeconds(30);
  private static final Duration GRACE = Duration.ofSeconds(1);
  private static final Duration PAUSE = Duration.ofMillis(20);

  /** Rounds begin short and grow until one is long enough. */
  private static final double WITH_TRIES = 1.6;

  private final Link link;
  private final Side server;
  private final Side client;
  private final String secret = HexFormat.of().formatHex(new SecureRandom().generateSeed(16));

  /**
   * How an end starts its JVM.
   *
   * @param classPath of the engine in memory, as {@code java -cp} takes it
   */
  public record Side(String java, String classPath) {}

  public TransportProbe(Link link, Side server, Side client) {
    this.link = link;
    this.server = server;
    this.client = client;
  }

  @Override
  public String name() {
    return "messages";
  }

  @Override
  public ToolVersion probe(Host host) {
    return ToolVersion.require(
        link.client(), client.java(), "-version", "install Java 17 or newer");
  }

  @Override
  public String subject(Path folder) {
    return "messages by tcp and rsocket, %s".formatted(link.name());
  }

  @Override
  public double expectedSeconds(ProbeBudget budget) {
    return seconds(budget);
  }

  /** About how long it takes with one transport. */
  public static double seconds(ProbeBudget budget) {
    return budget.runs() * SIZES.size() * budget.runLength().toSeconds() * WITH_TRIES;
  }

  @Override
  public List<Measurement> measure(
      Host host, Path folder, RunDirectory run, ProbeBudget budget, Watch watch) {
    String version = probe(host).version();
    Path raw = run.rawFolder().resolve("probe");
    List<Measurement> rows = new ArrayList<>();
    Map<String, String> parameters = new TreeMap<>();
    parameters.putAll(Map.of("tool", "java", "version", version, "link", link.name()));
    for (String transport : TRANSPORTS) {
      ProbeWatch others = new ProbeWatch(watch, link.client(), Traffic.NONE);
      try {
        List<ProbeWatch.Kept<List<Result>>> results = results(transport, run, budget, others);
        rows.addAll(rows(transport, others.among(parameters), results, run, raw));
      } catch (CoreboundException e) {
        if (transport.equals(TCP) || Thread.currentThread().isInterrupted()) {
          throw e;
        }
        parameters.put(WITHOUT, e.getMessage());
      }
    }
    return rows;
  }

  private List<ProbeWatch.Kept<List<Result>>> results(
      String transport, RunDirectory run, ProbeBudget budget, ProbeWatch others) {
    Path out = run.rawFolder().resolve("probe/messages-%s-server.txt".formatted(transport));
    RunningProgram program = start(transport, out, limit(budget).multipliedBy(budget.runs()));
    try {
      String port = port(program, out);
      if (port.isEmpty()) {
        throw CoreboundException.failed(
            "%s: no server on host %s: %s", transport, link.server().name(), lastWords(out));
      }
      return results(transport, port, run, budget, others);
    } finally {
      program.stop(GRACE);
    }
  }

  /** Of one client: rounds on a slow link grow longer than they shall. */
  private static Duration limit(ProbeBudget budget) {
    return Duration.ofSeconds(Math.round(4 * seconds(budget) / budget.runs())).plus(START);
  }

  private RunningProgram start(String transport, Path out, Duration limit) {
    try {
      Files.createDirectories(out.getParent());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make the folder of " + out, e);
    }
    Command command = command(server, limit, transport, List.of("--listen", link.address()));
    return link.server().start(command, out, errors(out));
  }

  private static Path errors(Path out) {
    return out.resolveSibling(out.getFileName() + ".stderr");
  }

  private Command command(Side side, Duration limit, String transport, List<String> arguments) {
    List<String> line = new ArrayList<>(List.of(side.java(), "-Xmx256m", "-XX:+UseSerialGC"));
    line.addAll(List.of("-cp", side.classPath(), MAIN_CLASS, "--transport", transport));
    line.addAll(arguments);
    return new Command(line, Map.of(SECRET, secret), null, limit);
  }

  /** What the server printed; empty where it has ended before. */
  private static String port(RunningProgram program, Path out) {
    long deadline = System.nanoTime() + START.toNanos();
    try {
      while (System.nanoTime() < deadline) {
        boolean alive = program.isAlive();
        String said = Files.exists(out) ? Files.readString(out) : "";
        if (said.endsWith("\n")) {
          return said.strip();
        }
        if (!alive) {
          return "";
        }
        Thread.sleep(PAUSE.toMillis());
      }
      return "";
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + out, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CoreboundException.failed("interrupted while the server of messages started", e);
    }
  }

  private static String lastWords(Path out) {
    try {
      return Files.readAllLines(errors(out)).stream()
          .filter(line -> !line.isBlank())
          .reduce((before, last) -> last)
          // the remedy is an engine's, not a probe's
          .map(line -> line.replaceFirst("^transport [a-z]+: ", ""))
          .map(line -> line.replaceFirst("; (or )?use --transport .*", ""))
          .orElse("it said nothing");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + errors(out), e);
    }
  }

  /** One size in one run. */
  record Result(int bytes, double mbPerS, double coreNsPerByte) {}

  /** Runs a client as often as the budget says. */
  private List<ProbeWatch.Kept<List<Result>>> results(
      String transport, String port, RunDirectory run, ProbeBudget budget, ProbeWatch others) {
    String sizes = SIZES.stream().map(String::valueOf).collect(Collectors.joining(","));
    String seconds = String.valueOf(budget.runLength().toSeconds());
    Command command =
        command(
            client,
            limit(budget),
            transport,
            List.of("--peer", link.address() + ":" + port, "--sizes", sizes, "--seconds", seconds));
    List<ProbeWatch.Kept<List<Result>>> results = new ArrayList<>();
    for (int i = 1; i <= budget.runs(); i++) {
      results.add(
          others.quieter(
              "messages-%s-%s".formatted(transport, i),
              which -> once(transport, command, probeFile(run, which)),
              // messages that only warm up are not counted, so that Traffic.NONE goes with it
              result -> 0));
    }
    return results;
  }

  private static Path probeFile(RunDirectory run, String name) {
    return run.rawFolder().resolve("probe").resolve("%s.txt".formatted(name));
  }

  private List<Result> once(String transport, Command command, Path raw) {
    Outcome outcome = link.client().run(command);
    ProbeOutput.write(raw, outcome.out(), outcome.err());
    if (!outcome.ok()) {
      throw CoreboundException.failed(
          "%s: no messages from host %s to %s: %s; the output is in %s",
          transport, link.client().name(), link.address(), outcome.lastWords(), raw);
    }
    return read(outcome, raw);
  }

  private List<Result> read(Outcome outcome, Path raw) {
    try {
      List<Result> results = parse(outcome.out());
      if (results.size() == SIZES.size()) {
        return results;
      }
      throw new MalformedOutput("gave %s sizes".formatted(results.size()));
    } catch (MalformedOutput e) {
      throw CoreboundException.failed(
          "messages: %s %s; the output is in %s"
              .formatted(link.client().name(), e.getMessage(), raw),
          e);
    }
  }

  /** Reads lines of bytes, messages, seconds and core-seconds. */
  static List<Result> parse(String text) throws MalformedOutput {
    List<Result> results = new ArrayList<>();
    for (String line : text.lines().toList()) {
      String[] words = line.split(" ", -1);
      try {
        int bytes = Integer.parseInt(words[0]);
        double carried = 2.0 * bytes * Integer.parseInt(words[1]);
        double seconds = Double.parseDouble(words[2]);
        double cost = Double.parseDouble(words[3]) * 1e9 / carried;
        boolean possible = carried > 0 && seconds > 0 && cost >= 0 && cost <= Fields.LARGEST;
        if (words.length == WORDS && possible) {
          double mbPerS = ProbeFigure.possibleRate(carried / seconds / 1e6);
          results.add(new Result(bytes, mbPerS, cost));
          continue;
        }
      } catch (NumberFormatException | IndexOutOfBoundsException e) {
        // said below
      }
      throw new MalformedOutput("printed '%s'".formatted(line));
    }
    return results;
  }

  private static List<Measurement> rows(
      String transport,
      Map<String, String> parameters,
      List<ProbeWatch.Kept<List<Result>>> kept,
      RunDirectory run,
      Path raw) {
    ProbeFigure rate = ProbeFigure.rate(OPERATION + transport, "payload");
    ProbeFigure cost = ProbeFigure.cost(OPERATION + transport, "all", "payload");
    String file = run.relative(raw.resolve("%s.txt".formatted(kept.get(0).name())));
    List<Result> results = kept.stream().flatMap(k -> k.result().stream()).toList();
    List<Measurement> rows = new ArrayList<>();
    for (int bytes : SIZES) {
      Map<String, String> own = new TreeMap<>(parameters);
      own.put(MESSAGE, new DataSize(bytes).toString());
      List<Result> of = results.stream().filter(r -> r.bytes() == bytes).toList();
      rows.add(rate.row(1, of.stream().map(Result::mbPerS).toList(), own, file));
      rows.add(cost.row(1, of.stream().map(Result::coreNsPerByte).toList(), own, file));
    }
    return rows;
  }
}
