package io.corebound.microbenchrunner;

import io.corebound.records.CsvFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;

/** Core-seconds that were spent until any moment, sampled while something runs. */
final class CpuCurve implements AutoCloseable {
  /** Reading the process table takes some ms: this is a small part of a core. */
  private static final long INTERVAL_MS = 200;

  private final DoubleSupplier coreS;
  private final List<Sample> samples = new ArrayList<>();
  private final Thread sampler;
  private volatile RuntimeException failure;
  private volatile boolean closed;

  /**
   * One sample.
   *
   * @param timeS seconds since the Unix epoch
   * @param coreS core-seconds since a start that does not matter
   */
  record Sample(double timeS, double coreS) {}

  private CpuCurve(DoubleSupplier coreS) {
    this.coreS = coreS;
    this.sampler = new Thread(this::sampleUntilClosed, "cpu-curve");
    sampler.setDaemon(true);
  }

  /** Begins to sample. */
  static CpuCurve of(DoubleSupplier coreS) {
    CpuCurve curve = new CpuCurve(coreS);
    curve.sample();
    curve.sampler.start();
    return curve;
  }

  /** A curve through samples in order of time. */
  static CpuCurve through(List<Sample> samples) {
    CpuCurve curve = new CpuCurve(() -> Double.NaN);
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
    double spent = coreS.getAsDouble();
    synchronized (samples) {
      samples.add(new Sample(System.currentTimeMillis() / 1000.0, spent));
    }
  }

  /**
   * Core-seconds until a moment, between two samples in proportion; before the first sample and
   * after the last those of that sample.
   *
   * @param timeS seconds since the Unix epoch
   */
  double at(double timeS) {
    if (failure != null) {
      throw failure;
    }
    synchronized (samples) {
      Sample before = samples.get(0);
      for (Sample after : samples) {
        if (after.timeS() >= timeS) {
          double width = after.timeS() - before.timeS();
          double part = width > 0 ? Math.max(0, (timeS - before.timeS()) / width) : 0;
          return before.coreS() + part * (after.coreS() - before.coreS());
        }
        before = after;
      }
      return before.coreS();
    }
  }

  /** Writes the samples. */
  void write(Path file) {
    synchronized (samples) {
      CsvFiles.write(
          file,
          List.of("time_s", "core_s"),
          samples.stream().<List<?>>map(s -> List.of(s.timeS(), s.coreS())).toList());
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
