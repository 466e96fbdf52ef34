package io.corebound.collectors.sampler;

import io.corebound.collectors.output.NotUnderstood;
import io.corebound.hosts.process.Host;
import io.corebound.records.run.CellResult.CollectorReport;
import io.corebound.records.run.CommandResult.HostClock;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.Samples;
import io.corebound.records.run.State;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Several collectors on one host, started and stopped together. A failed collector never stops the
 * others and never fails silently: its report is FAILED and says why.
 *
 * <p>The tools' timestamps have whole seconds, and their timers drift: by some milliseconds a
 * second on a busy machine. They are started right after the beginning of a second, so that
 * timestamps are true to some hundredths at first; later a sample's end may lie up to a second
 * after its timestamp. Times are the host's own while it is collected from, and ours in what is
 * delivered; whether samples are missing is judged by ours.
 */
public final class Collection implements AutoCloseable {
  private static final long MILLIS = 1000;

  /** One collection at a time is read. */
  private static final Object READING = new Object();

  private final Host host;
  private final RunDirectory run;
  private final Path rawFolder;
  private final Timer time;
  private final HostClockWatch hostClock;
  private final DeviceNames deviceNames;
  private final List<Member> members = new ArrayList<>();
  private final List<CollectorReport> skipped = new ArrayList<>();
  private boolean stopped;

  /** A collector with its recording, or with the reason why it has none. */
  private record Member(Collector collector, Recording recording, double startS, String reason) {
    static Member missing(Collector collector, String reason) {
      return new Member(collector, null, Double.NaN, reason);
    }
  }

  /**
   * What a collection delivered.
   *
   * @param reports one a collector; SKIPPED is what the host cannot have
   */
  public record Delivered(List<Samples> samples, List<CollectorReport> reports, HostClock clock) {}

  private Collection(Host host, RunDirectory run, Path rawFolder, Timer time)
      throws InterruptedException {
    this.host = host;
    this.run = run;
    this.rawFolder = rawFolder;
    this.time = time;
    this.hostClock = HostClockWatch.start(host, time);
    this.deviceNames = DeviceNames.of(host);
  }

  /**
   * Starts collectors, at the beginning of a second. It returns when all of them sample, or {@link
   * Collector#awaitBegin} has waited long enough; a collector that could not be started is reported
   * by {@link #stop()}.
   *
   * @param rawFolder a folder of the run, such as a cell's; output goes to {@code <host>/} in it
   */
  public static Collection start(
      Host host, List<? extends Collector> collectors, RunDirectory run, Path rawFolder)
      throws InterruptedException {
    return start(host, collectors, run, rawFolder, Timer.OURS);
  }

  static Collection start(
      Host host, List<? extends Collector> collectors, RunDirectory run, Path rawFolder, Timer time)
      throws InterruptedException {
    Collection collection = new Collection(host, run, rawFolder.resolve(host.name()), time);
    try {
      Files.createDirectories(collection.rawFolder);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot make the folder %s: %s".formatted(collection.rawFolder, e.getMessage()), e);
    }
    List<Collector> present = new ArrayList<>();
    for (Collector collector : collectors) {
      try {
        Optional<String> why = collector.unavailable(host);
        if (why.isPresent()) {
          collection.skipped.add(collection.withoutSamples(collector, State.SKIPPED, why.get()));
        } else {
          collector.probe(host);
          present.add(collector);
        }
      } catch (CoreboundException e) {
        collection.members.add(Member.missing(collector, e.getMessage()));
      }
    }
    time.sleep(MILLIS - collection.hostClock.millisOfSecond());
    present.forEach(collection::startOne);
    collection.awaitBegin();
    return collection;
  }

  /** Waits until all sample; ends them when it is interrupted. */
  private void awaitBegin() throws InterruptedException {
    try {
      for (Member member : members) {
        if (member.recording() != null) {
          member.collector().awaitBegin(member.recording());
        }
      }
    } catch (InterruptedException e) {
      close();
      throw e;
    }
  }

  private CollectorReport withoutSamples(Collector collector, State state, String reason) {
    return new CollectorReport(collector.name(), host.name(), state, reason, 0, 0, List.of(), "");
  }

  private void startOne(Collector collector) {
    try {
      Recording recording = collector.start(host, rawFolder);
      members.add(new Member(collector, recording, now(), ""));
    } catch (CoreboundException e) {
      members.add(Member.missing(collector, e.getMessage()));
    }
  }

  private double now() {
    return time.millis() / (double) MILLIS;
  }

  /** Where it collects. */
  public Host host() {
    return host;
  }

  /**
   * Names of the collectors that do not run now: those that never started and those that have
   * ended.
   */
  public List<String> notRunning() {
    return members.stream()
        .filter(m -> m.recording() == null || !m.recording().program().isAlive())
        .map(m -> m.collector().name())
        .toList();
  }

  /**
   * Stops all collectors, then reads what they wrote. To be called once.
   *
   * @throws IllegalStateException when the collection was stopped before
   */
  public Delivered stop() {
    List<Samples> samples = new ArrayList<>();
    Delivered delivered = stop(samples::add);
    return new Delivered(List.copyOf(samples), delivered.reports(), delivered.clock());
  }

  /**
   * The same, with samples given away one after the other, and only one collection's read at a
   * time: those of many hosts need not fit into memory together.
   */
  public Delivered stop(Consumer<Samples> taker) {
    if (stopped) {
      throw new IllegalStateException("the collection was stopped before");
    }
    double endS = now();
    List<String> ended = notRunning();
    List<RawOutput> ends = stopAll();
    hostClock.end();
    List<CollectorReport> reports = new ArrayList<>(skipped);
    synchronized (READING) {
      for (int i = 0; i < members.size(); i++) {
        Member member = members.get(i);
        boolean ran = !ended.contains(member.collector().name());
        reports.add(read(member, ends.get(i), ran ? endS : Double.NaN, taker));
      }
    }
    return new Delivered(List.of(), List.copyOf(reports), hostClock.readings());
  }

  /** What one collector cannot deliver, for want of memory or of room, is its own failure. */
  private CollectorReport read(Member member, RawOutput end, double endS, Consumer<Samples> taker) {
    try {
      Parsed parsed = parse(member, end);
      parsed.samples().forEach(taker);
      return report(member, end, parsed, endS);
    } catch (RuntimeException | OutOfMemoryError e) {
      String why =
          e instanceof OutOfMemoryError
              ? "its samples need more memory than there is (%s)".formatted(e.getMessage())
              : Objects.requireNonNullElse(e.getMessage(), e.toString());
      return withoutSamples(member.collector(), State.FAILED, why);
    }
  }

  /** The report of a collection that could not be read to its end. */
  public Delivered undelivered(String why) {
    List<CollectorReport> reports = new ArrayList<>(skipped);
    members.forEach(m -> reports.add(withoutSamples(m.collector(), State.FAILED, why)));
    return new Delivered(List.of(), List.copyOf(reports), hostClock.readings());
  }

  /** Stops what still runs and reads nothing. */
  @Override
  public void close() {
    if (!stopped) {
      stopAll();
    }
  }

  private List<RawOutput> stopAll() {
    stopped = true;
    List<RawOutput> ends = new ArrayList<>();
    for (Member member : members) {
      ends.add(member.recording() == null ? new RawOutput(null, member.reason()) : stopOne(member));
    }
    return ends;
  }

  /** One collector's failure must not leave the others running. */
  private static RawOutput stopOne(Member member) {
    try {
      return member.collector().stop(member.recording());
    } catch (CoreboundException | UncheckedIOException e) {
      return new RawOutput(member.recording().file(), e.getMessage());
    }
  }

  private Parsed parse(Member member, RawOutput end) {
    if (end.file() == null || !Files.isRegularFile(end.file())) {
      return new Parsed(List.of(), 0, List.of(), "");
    }
    // bytes that are not text are read as such: the parser reports them
    try (Reader text =
        new InputStreamReader(Files.newInputStream(end.file()), StandardCharsets.UTF_8)) {
      Parsed parsed = member.collector().parse(host.name(), text);
      return new Parsed(
          hostClock.ours(deviceNames.kernels(parsed.samples())),
          parsed.notUnderstood(),
          parsed.examples(),
          parsed.problem());
    } catch (IOException e) {
      return new Parsed(List.of(), 0, List.of(), "cannot read " + end.file() + ": " + e);
    }
  }

  /** Reports a member; {@code endS} is NaN when it had ended before. */
  private CollectorReport report(Member member, RawOutput end, Parsed parsed, double endS) {
    String reason = reason(end, parsed, member.startS(), endS, hostClock.problem());
    NotUnderstood notes = new NotUnderstood();
    notes.addAll(parsed.notUnderstood(), parsed.examples());
    // no failure by itself: a tool is judged by how it ended and by its samples
    if (member.recording() != null) {
      member.recording().errorLines().forEach(line -> notes.add("on standard error: " + line));
    }
    return new CollectorReport(
        member.collector().name(),
        host.name(),
        reason.isEmpty() ? State.OK : State.FAILED,
        reason,
        parsed.rows(),
        notes.count(),
        notes.examples(),
        end.file() == null ? "" : run.relative(end.file()));
  }

  /** Why a collector's samples are none, not all or not to be relied on; empty when they are. */
  static String reason(RawOutput end, Parsed parsed, double startS, double endS, String clock) {
    String problem = end.problem().isEmpty() ? parsed.problem() : end.problem();
    if (end.file() == null) {
      return problem;
    }
    if (parsed.rows() == 0) {
      String rest =
          parsed.notUnderstood() == 0
              ? ""
              : "; lines or values that were not understood: %s, the first: %s"
                  .formatted(parsed.notUnderstood(), parsed.examples().get(0).strip());
      return "it delivered no sample%s%s".formatted(problem.isEmpty() ? "" : "; " + problem, rest);
    }
    List<String> gaps = new ArrayList<>(MissingSamples.inWords(parsed.samples(), startS, endS));
    if (!clock.isEmpty()) {
      gaps.add(clock);
    }
    String said = String.join("; ", gaps);
    if (!problem.isEmpty()) {
      return "%s; %s rows of samples were read before%s"
          .formatted(problem, parsed.rows(), said.isEmpty() ? "" : "; " + said);
    }
    return said.isEmpty() ? "" : "it ran, but " + said;
  }
}
