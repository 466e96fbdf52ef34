package io.corebound.collectors;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.collectors.probe.Fio;
import io.corebound.collectors.probe.FioJob;
import io.corebound.collectors.probe.ProbeBudget;
import io.corebound.collectors.probe.ProbeOutput;
import io.corebound.collectors.sampler.Collection;
import io.corebound.collectors.sampler.Collector;
import io.corebound.collectors.sampler.Parsed;
import io.corebound.collectors.sampler.RawOutput;
import io.corebound.collectors.sampler.Recording;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.Outcome;
import io.corebound.hosts.process.RunningProgram;
import io.corebound.hosts.process.ToolVersion;
import io.corebound.records.run.CellResult.CollectorReport;
import io.corebound.records.run.Samples;
import io.corebound.records.run.State;
import io.corebound.records.units.DataSize;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A tool is judged by how it ends and by its output; what else it says is shown. */
class StandardErrorTest extends RealProbes {
  /** As the C library's loader says it of a library that /etc/ld.so.preload names in vain. */
  private static final String NOISE =
      "ERROR: ld.so: object '/opt/x.so' from /etc/ld.so.preload cannot be preloaded: ignored.";

  private static final ProbeBudget SHORT =
      ProbeBudget.quick(1, Duration.ofSeconds(1), DataSize.ofMebibytes(16));

  /** A host whose loader says something before every program. */
  private record NoisyHost(Host host) implements Host {
    private static Command noisy(Command command) {
      List<String> line =
          new ArrayList<>(List.of("sh", "-c", "echo \"$1\" >&2; shift; exec \"$@\"", "sh", NOISE));
      line.addAll(command.arguments());
      return new Command(line, command.environment(), null, command.limit());
    }

    @Override
    public String name() {
      return host.name();
    }

    @Override
    public Outcome run(Command command) {
      return host.run(noisy(command));
    }

    @Override
    public RunningProgram start(Command command, Path out, Path err) {
      return host.start(noisy(command), out, err);
    }
  }

  /** One sample, of the moment at which it is read. */
  private static final class Quiet implements Collector {
    @Override
    public String name() {
      return "quiet";
    }

    @Override
    public ToolVersion probe(Host host) {
      return new ToolVersion("quiet", "1");
    }

    @Override
    public Recording start(Host host, Path rawFolder) {
      Path out = rawFolder.resolve("quiet.txt");
      Path err = rawFolder.resolve("quiet.err");
      Command command = Command.of(Duration.ofMinutes(1), "sleep", "60");
      Recording recording = new Recording(host, host.start(command, out, err), out, err);
      long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
      while (recording.errorLines().isEmpty() && System.nanoTime() < end) {
        LockSupport.parkNanos(1_000_000);
      }
      return recording;
    }

    @Override
    public RawOutput stop(Recording recording) {
      recording.interrupt();
      return new RawOutput(recording.file(), "");
    }

    @Override
    public Parsed parse(String host, Reader text) {
      double nowS = System.currentTimeMillis() / 1e3;
      Samples.Row row = new Samples.Row(nowS, "all", List.of(1.0));
      return new Parsed(
          List.of(new Samples(host, "quiet", List.of("busy"), List.of(row))), 0, List.of(), "");
    }
  }

  @Test
  void collectorWhoseToolAlsoSaysSomethingElseIsSoundAndTheReportShowsIt() throws Exception {
    NoisyHost noisy = new NoisyHost(host);
    try (Collection collection =
        Collection.start(noisy, List.of(new Quiet()), run(), run().rawFolder("cell"))) {
      CollectorReport report = collection.stop().reports().get(0);
      assertThat(report.reason()).isEmpty();
      assertThat(report.state()).isEqualTo(State.OK);
      assertThat(report.samples()).isEqualTo(1);
      assertThat(report.notUnderstood()).isEqualTo(1);
      assertThat(report.examples()).containsExactly("on standard error: " + NOISE);
    }
  }

  @Test
  void probeWhoseToolAlsoSaysSomethingElseIsSoundAndANoteShowsIt() throws Exception {
    assumeThere(new Fio());
    Path raw = Fio.raw(run(), "write-1");
    assertThat(write(folder.resolve("quiet.dat")).run(host, raw, SHORT).error()).isZero();
    assertThat(ProbeOutput.note(run())).isEmpty();

    FioJob.Result result = write(folder.resolve("noisy.dat")).run(new NoisyHost(host), raw, SHORT);
    assertThat(result.error()).isZero();
    assertThat(ProbeOutput.note(run()))
        .hasValue(
            "the probes succeeded, but their tools wrote to standard error (1 in all, in %s): %s: %s"
                .formatted(raw.getParent(), "fio-write-1.json.err", NOISE));
  }

  /** A colon parts the names of several files for fio. */
  @Test
  void fioWritesTheFileThatItIsGivenAndNoOtherWhoseNameIsAPartOfIt() throws Exception {
    assumeThere(new Fio());
    Path other = Files.writeString(folder.resolve("d"), "the user's own\n");
    Path data = Files.createDirectory(folder.resolve("d:1, 100% $ncpus *"));
    Path file = data.resolve("probe.dat");
    write(file).run(host, Fio.raw(run(), "write-1"), SHORT);
    assertThat(file).hasSize(1 << 20);
    assertThat(other).hasContent("the user's own");
    assertThat(data).isDirectoryNotContaining(f -> !f.equals(file));
    try (Stream<Path> all = Files.list(folder)) {
      assertThat(all).containsExactlyInAnyOrder(other, data, run().root());
    }
  }

  private static FioJob write(Path file) {
    return new FioJob("write", 1, file, 1, false, List.of());
  }
}
