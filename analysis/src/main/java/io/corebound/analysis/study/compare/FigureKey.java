package io.corebound.analysis.study.compare;

import io.corebound.records.config.LeverFile;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.Measurement.Metric;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What must be the same of two figures for them to be compared: everything that identifies a
 * measurement but its run and its fork.
 *
 * @param name the operation's id, the same whichever suite measured it; or the job's workload
 * @param parameters what was varied, by name; not the version of a tool, which is the same tool,
 *     the size of its file, nor what rows of older runs do not state: Hadoop's own collector of map
 *     output, and values of TeraSort's size; nor what others did meanwhile
 * @param figure {@code rate}, {@code cost}, {@code elapsed} ...
 * @param byteBase which bytes it counts; may be empty
 */
public record FigureKey(
    Kind kind,
    String name,
    Map<String, String> parameters,
    int threads,
    String figure,
    String unit,
    String byteBase)
    implements Comparable<FigureKey> {
  /** What a figure is of. */
  public enum Kind {
    /** An operation: its samples are fresh JVMs. */
    OPERATION,
    /**
     * A probe, the start of containers, jobs and their clients, the idle cluster: the samples of
     * one run are of one cluster or one file, and so of one start.
     */
    ONE_START,
    /** A whole job: its samples are repetitions. */
    JOB
  }

  private static final Pattern ONE_START =
      Pattern.compile("idle|collectors|start\\.(client|container|job)|(disk|network|memory)\\..*");

  /** What was the only value of a parameter before it was one. */
  private static final Map<String, String> UNSTATED =
      Map.of("collector", LeverFile.NONE, "value", "90");

  /** A tool's version, its file, which is as large as the disk writes in a while, and others. */
  private static final Set<String> NOT_VARIED =
      Set.of("version", "file_size", Metric.OTHERS_CORES, Metric.OTHERS_PERCENT);

  private static final Set<String> OF_WORKLOAD = Set.of("workload", "command", "jar");
  private static final Comparator<FigureKey> ORDER =
      Comparator.comparing((FigureKey k) -> k.kind == Kind.JOB)
          .thenComparing(FigureKey::name)
          .thenComparing(FigureKey::variant)
          .thenComparing(FigureKey::figure)
          .thenComparing(FigureKey::unit)
          .thenComparing(FigureKey::byteBase);

  /** Sorts the parameters. */
  public FigureKey {
    parameters = new TreeMap<>(parameters);
    parameters.entrySet().removeAll(UNSTATED.entrySet());
    parameters.keySet().removeAll(NOT_VARIED);
    // the operation's name says which workload's task it is
    parameters.keySet().removeAll(OF_WORKLOAD);
  }

  static FigureKey of(Measurement m, String figure) {
    return new FigureKey(
        ONE_START.matcher(m.operation()).matches() ? Kind.ONE_START : Kind.OPERATION,
        m.operation(),
        m.parameters(),
        m.threads(),
        figure,
        m.unit(),
        m.byteBase());
  }

  /** Whether more of it is better; of a cost or a time less is. */
  public boolean moreIsBetter() {
    return figure.equals(Measurement.Metric.RATE);
  }

  /** How much more it takes where it is {@code ratio} times another: above zero is worse. */
  public double worseBy(double ratio) {
    return (moreIsBetter() ? 1 / ratio : ratio) - 1;
  }

  /** {@code buffer=65536 checksum=true}; empty without a parameter. */
  public String variant() {
    List<String> parts = new ArrayList<>();
    parameters.forEach((name, value) -> parts.add(name + "=" + value));
    if (threads > 1) {
      parts.add(threads + " at once");
    }
    return String.join(" ", parts);
  }

  @Override
  public int compareTo(FigureKey other) {
    return ORDER.compare(this, other);
  }
}
