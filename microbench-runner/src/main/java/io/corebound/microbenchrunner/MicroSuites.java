package io.corebound.microbenchrunner;

import io.corebound.hosts.Deletion;
import io.corebound.hosts.Host;
import io.corebound.records.AtomicFiles;
import io.corebound.records.CoreboundException;
import io.corebound.records.Measurement;
import io.corebound.records.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The suites of JMH benchmarks, and the contention between pinned copies of some. */
public final class MicroSuites {
  /** How a benchmark says in JMH's output that an operation cannot be measured here. */
  private static final Pattern SKIPPED = Pattern.compile("(?m)corebound: skipped (.+)$");

  /** Start and end of a fork, and JMH's own. */
  private static final double FORK_S = 1.5;

  private final MicroSetting setting;
  private final RunDirectory run;
  private final JmhLauncher jmh;
  private final List<Measured> measured = new ArrayList<>();

  /** Operations that cannot be measured here, with the reason: what benchmarks said of them. */
  private final SortedSet<String> skipped = new TreeSet<>();

  /** One benchmark with one combination of parameters that was measured. */
  private record Measured(MicroPlan.Entry entry, JmhResults results, List<Measurement> rows) {
    /** The widest of its operations' intervals. */
    double relativeHalfWidth() {
      return rows.stream()
          .filter(Measurement::judgesStability)
          .mapToDouble(Measurement::relativeHalfWidth)
          .max()
          .orElse(0);
    }

    double expectedS() {
      return results.elapsedS() + entry.forks() * FORK_S;
    }
  }

  /** The suites on a host, their raw output in a run directory. */
  public MicroSuites(Host host, MicroSetting setting, RunDirectory run) {
    this.setting = setting;
    this.run = run;
    this.jmh = new JmhLauncher(host, setting);
  }

  /** Hash of the flags of the measured JVMs. */
  public String jvmFlagsHash() {
    return jmh.jvmFlagsHash();
  }

  /**
   * Runs one entry of the plan to its end; its local files are gone then, but for the model's
   * input, which serves the next. What cannot be measured here is written with its reason to {@code
   * skipped.txt} in the raw folder.
   *
   * @return the figures; none when all of it cannot be measured here
   * @throws CoreboundException (failed) when a benchmark fails
   */
  public List<Measurement> run(MicroPlan.Entry entry) throws InterruptedException {
    List<Measurement> rows = new ArrayList<>();
    for (JmhResults results : measure(entry, JmhLauncher.Job.of(entry, folder(entry)))) {
      Measured one =
          new Measured(entry, results, results.measurements(entry.suite(), jvmFlagsHash()));
      measured.add(one);
      rows.addAll(one.rows());
    }
    if (rows.isEmpty() && skipped.isEmpty()) {
      throw CoreboundException.failed(
          "the micro suite '" + entry.name() + "' measured nothing; see " + setting.rawFolder());
    }
    return rows;
  }

  /**
   * Measures once more, with as many forks, what has an interval that is too wide, the widest
   * first, and pools the forks of both times.
   *
   * @param seconds no more is begun than fits; null for all of it
   * @param progress is told what is measured
   * @return rows that take the place of the earlier ones
   */
  public List<Measurement> remeasure(Integer seconds, Consumer<String> progress)
      throws InterruptedException {
    List<Measurement> rows = new ArrayList<>();
    List<Measured> unstable =
        measured.stream()
            .filter(m -> m.relativeHalfWidth() > Measurement.STABLE)
            .sorted(Comparator.comparingDouble(Measured::relativeHalfWidth).reversed())
            .toList();
    double left = seconds == null ? Double.POSITIVE_INFINITY : seconds;
    for (int i = 0; i < unstable.size(); i++) {
      Measured first = unstable.get(i);
      if (first.expectedS() <= left) {
        long start = System.nanoTime();
        progress.accept(first.rows().get(0).operation());
        rows.addAll(again(first, "again-" + (i + 1) + "-" + first.entry().name()));
        left -= (System.nanoTime() - start) / 1e9;
      }
    }
    return rows;
  }

  private List<Measurement> again(Measured first, String name) throws InterruptedException {
    Map<String, List<String>> parameters = new TreeMap<>();
    first.results().parameters().forEach((key, value) -> parameters.put(key, List.of(value)));
    List<JmhResults> second =
        measure(
            first.entry(),
            new JmhLauncher.Job(
                name,
                List.of("^" + Pattern.quote(first.results().benchmark()) + "$"),
                first.entry().forks(),
                first.entry().iterations(),
                parameters,
                first.entry().hdfs(),
                folder(first.entry()),
                null));
    Path file = setting.rawFolder().resolve(name + "-pooled.json");
    JmhResults pooled = first.results().with(second.get(0), run.relative(file));
    AtomicFiles.write(file, pooled.json());
    return pooled.measurements(first.entry().suite(), jvmFlagsHash());
  }

  /**
   * The ratio of core-seconds a byte when pinned copies of a suite run beside each other to those
   * of one copy, for 1, 2, 4 ... and all CPUs. One sample a copy.
   */
  public List<Measurement> contention(MicroPlan.Entry entry) throws InterruptedException {
    try {
      return new Contention(jmh, this, CpuTopology.inOrder(AllowedCpus.ofThisProcess()))
          .measure(entry);
    } finally {
      delete(localFolder());
    }
  }

  private List<JmhResults> measure(MicroPlan.Entry entry, JmhLauncher.Job job)
      throws InterruptedException {
    try {
      JmhLauncher.Run started = jmh.start(job);
      jmh.await(List.of(started));
      noteSkipped(started.log());
      return results(started).singles();
    } finally {
      if (!entry.model()) {
        delete(job.folder());
      }
    }
  }

  private void noteSkipped(Path log) {
    try {
      Matcher said = SKIPPED.matcher(Files.readString(log));
      boolean news = false;
      while (said.find()) {
        news |= skipped.add(said.group(1).strip());
      }
      if (news) {
        AtomicFiles.write(
            setting.rawFolder().resolve("skipped.txt"), String.join("\n", skipped) + "\n");
      }
    } catch (IOException e) {
      throw CoreboundException.failed(log + ": cannot be read: " + e.getMessage(), e);
    }
  }

  JmhResults results(JmhLauncher.Run finished) {
    try {
      return new JmhResults(Files.readString(finished.json()), run.relative(finished.json()));
    } catch (IOException e) {
      throw CoreboundException.failed(
          finished.json() + ": JMH's results cannot be read: " + e.getMessage(), e);
    }
  }

  Path localFolder() {
    return setting.localFolder();
  }

  String relative(Path file) {
    return run.relative(file);
  }

  private Path folder(MicroPlan.Entry entry) {
    return setting.localFolder().resolve(entry.model() ? "model" : entry.name());
  }

  private static void delete(Path folder) {
    try {
      Deletion.of(folder);
    } catch (IOException e) {
      throw CoreboundException.failed("cannot delete " + folder + ": " + e.getMessage(), e);
    }
  }
}
