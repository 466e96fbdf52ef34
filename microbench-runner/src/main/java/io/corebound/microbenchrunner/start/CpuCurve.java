package io.corebound.microbenchrunner.start;

import io.corebound.records.format.CsvFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Supplier;

/** Core-seconds spent until any moment, sampled while something runs. */
final class CpuCurve implements AutoCloseable {
  /** A table of 80 processes takes 2 ms of a core to read, so this costs 1 %; one of 1000 14 ms. */
  private static final long INTERVAL_MS = 200;

  private final Supplier<Spent> spent;
  private final DoubleUnaryOperator others;
  private final List<Sample> samples = new ArrayList<>();
  private final Thread sampler;
  private volatile RuntimeException failure;
  private volatile boolean closed;

  /** Core-seconds since any start, or in a time. */
  record Spent(double all, double containers, double machine) {
    private Spent plus(double factor, Spent other) {
      return new Spent(
          all + factor * other.all,
          containers + factor * other.containers,
          machine + factor * other.machine);
    }

    Spent minus(Spent earlier) {
      return plus(-1, earlier);
    }
  }

  /** Core-seconds until a moment in seconds since the Unix epoch. */
  record Sample(double timeS, Spent spent) {}

  private CpuCurve(Supplier<Spent> spent, DoubleUnaryOperator others) {
    this.spent = spent;
    this.others = others;
    this.sampler = new Thread(this::sampleUntilClosed, "cpu-curve");
    sampler.setDaemon(true);
  }

  /**
   * Begins to sample.
   *
   * @param others core-seconds of other programs until a moment, in seconds since the Unix epoch,
   *     of which {@link #at} says the machine's without them
   */
  static CpuCurve of(Supplier<Spent> spent, DoubleUnaryOperator others) {
    CpuCurve curve = new CpuCurve(spent, others);
    curve.sample();
    curve.sampler.start();
    return curve;
  }

  /** A curve through samples in order of time. */
  static CpuCurve through(List<Sample> samples) {
    return through(samples, timeS -> 0);
  }

  /** The same beside others. */
  static CpuCurve through(List<Sample> samples, DoubleUnaryOperator others) {
    CpuCurve curve = new CpuCurve(() -> null, others);
    curve.samples.addAll(samples);
    return curve;
  }

  private void sampleUntilClosed() {
    try {
      while (!closed) {
        Thread.sleep(INTERVAL_MS);
        sample();
      }
    } catch (InterruptedException e) {
      // closed
    } catch (RuntimeException e) {
      failure = e;
    }
  }

  private void sample() {
    Spent now = spent.get();
    synchronized (samples) {
      samples.add(new Sample(System.currentTimeMillis() / 1000.0, now));
    }
  }

  /**
   * Core-seconds until a moment, interpolated between two samples, the machine's without others;
   * before the first sample and after the last those of that sample.
   */
  Spent at(double timeS) {
    if (failure != null) {
      throw failure;
    }
    synchronized (samples) {
      double firstS = samples.get(0).timeS();
      double lastS = samples.get(samples.size() - 1).timeS();
      double momentS = Math.min(lastS, Math.max(firstS, timeS));
      Spent all = withOthers(momentS);
      double ofOthers = others.applyAsDouble(momentS);
      return new Spent(all.all(), all.containers(), all.machine() - ofOthers);
    }
  }

  private Spent withOthers(double timeS) {
    synchronized (samples) {
      Sample before = samples.get(0);
      for (Sample after : samples) {
        if (after.timeS() >= timeS) {
          double width = after.timeS() - before.timeS();
          double part = width > 0 ? Math.max(0, (timeS - before.timeS()) / width) : 0;
          return before.spent().plus(part, after.spent().minus(before.spent()));
        }
        before = after;
      }
      return before.spent();
    }
  }

  void write(Path file) {
    synchronized (samples) {
      List<List<?>> rows = new ArrayList<>();
      for (Sample s : samples) {
        Spent until = at(s.timeS());
        rows.add(List.of(s.timeS(), until.all(), until.containers(), until.machine()));
      }
      CsvFiles.write(
          file, List.of("time_s", "core_s", "containers_core_s", "machine_core_s"), rows);
    }
  }

  /** Ends the sampling. */
  @Override
  public void close() throws InterruptedException {
    closed = true;
    sampler.interrupt();
    sampler.join();
  }
}
