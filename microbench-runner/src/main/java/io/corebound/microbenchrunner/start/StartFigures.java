package io.corebound.microbenchrunner.start;

import io.corebound.cluster.job.JobHistory;
import io.corebound.records.run.CellResult.Task;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.MeanInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What empty jobs tell of the start of containers and jobs. Cores are shared by the containers of a
 * wave, so that no container's figure is independent of its neighbours': samples of core-seconds
 * are waves and jobs, samples of times are tasks and jobs.
 */
final class StartFigures {
  /** What a reduce task still does after its sleep, at most. */
  private static final double AFTER_SLEEP_S = 0.5;

  /** The curve has five samples a second, of ticks of 10 ms. */
  private static final double LEAST_WINDOW_S = 1;

  private final int slots;
  private final CpuCurve.Spent idlePerS;
  private final double sleepS;
  private final List<EmptyJob> jobs = new ArrayList<>();

  /**
   * An empty job that has run.
   *
   * @param clientStartS when its client's process was started, in seconds since the Unix epoch
   * @param history with times in seconds since the Unix epoch
   * @param curve core-seconds while it ran
   */
  record EmptyJob(double clientStartS, JobHistory history, CpuCurve curve) {
    private List<Task> succeeded(String type) {
      return history.tasks().stream()
          .filter(t -> t.type().equals(type) && t.state().equals("SUCCEEDED"))
          .toList();
    }

    private double[] mapEnds() {
      return succeeded("MAP").stream().mapToDouble(Task::finishS).sorted().toArray();
    }

    private double[] mapStarts() {
      return succeeded("MAP").stream().mapToDouble(Task::startS).sorted().toArray();
    }

    /** Core-seconds between two moments. */
    private CpuCurve.Spent spent(double from, double until) {
      return curve.at(until).minus(curve.at(from));
    }
  }

  /**
   * No figures yet.
   *
   * @param slots containers that start at once
   * @param idlePerS what is spent in a second in which the cluster is idle
   * @param sleepS how long each reduce task slept
   */
  StartFigures(int slots, CpuCurve.Spent idlePerS, double sleepS) {
    this.slots = slots;
    this.idlePerS = idlePerS;
    this.sleepS = sleepS;
  }

  /**
   * Adds a job.
   *
   * @throws CoreboundException (failed) when a reduce task took less time than it should have slept
   */
  void add(EmptyJob job) {
    for (Task reduce : job.succeeded("REDUCE")) {
      if (reduce.finishS() - reduce.startS() < sleepS) {
        throw CoreboundException.failed(
            reduce.id() + ": an empty reduce task that should sleep for " + sleepS + " s did not");
      }
    }
    jobs.add(job);
  }

  /**
   * Core-seconds a second of the machine of a cluster that runs a job whose tasks do nothing: its
   * client polls, its ApplicationMaster and the daemons send heartbeats, the kernel carries them. A
   * sample is the time of a job in which all its reduce tasks sleep; a job in which they do so for
   * less than a second has none.
   */
  MeanInterval running() {
    return running(CpuCurve.Spent::machine);
  }

  private MeanInterval running(ToDoubleFunction<CpuCurve.Spent> of) {
    List<Double> samples = new ArrayList<>();
    for (EmptyJob job : jobs) {
      double[] ends =
          job.succeeded("REDUCE").stream().mapToDouble(Task::finishS).sorted().toArray();
      if (ends.length == 0) {
        continue;
      }
      double from = ends[ends.length - 1] - sleepS;
      double until = ends[0] - AFTER_SLEEP_S;
      if (until - from >= LEAST_WINDOW_S) {
        samples.add(of.applyAsDouble(job.spent(from, until)) / (until - from));
      }
    }
    return MeanInterval.of(samples);
  }

  /**
   * What the cluster's processes take beside the tasks of a job; an idle one's where it was not
   * measured.
   */
  private double besideTasks() {
    MeanInterval running = running(CpuCurve.Spent::all);
    return running.n() > 0 ? Math.max(idlePerS.all(), running.mean()) : idlePerS.all();
  }

  /** Core-seconds of a container; a sample is the step from the end of a wave to the next one's. */
  MeanInterval container() {
    List<Double> steps = new ArrayList<>();
    double beside = besideTasks();
    for (EmptyJob job : jobs) {
      double[] ends = job.mapEnds();
      for (int wave = 2; wave * slots <= ends.length; wave++) {
        double from = ends[(wave - 1) * slots - 1];
        double until = ends[wave * slots - 1];
        steps.add((job.spent(from, until).all() - beside * (until - from)) / slots);
      }
    }
    return MeanInterval.of(steps);
  }

  /**
   * Core-seconds that a job takes while none of its tasks runs: from its submission to its first
   * map, and from its last task's end to its finish, the client's and the kernel's among them,
   * without what the idle machine takes anyhow; a sample is a job.
   */
  MeanInterval job() {
    return MeanInterval.of(
        jobs.stream()
            .map(
                j ->
                    beyondIdle(j, j.history().submitS(), j.mapStarts()[0])
                        + beyondIdle(j, tasksEnd(j), j.history().finishS()))
            .toList());
  }

  /**
   * Core-seconds from the start of a job's client to the submission, those of daemons and kernel
   * among them, without what the idle machine takes anyhow: its JVM, the files that it stages.
   */
  MeanInterval client() {
    return MeanInterval.of(
        jobs.stream().map(j -> beyondIdle(j, j.clientStartS(), j.history().submitS())).toList());
  }

  /** Seconds from the start of a job's client to the submission. */
  MeanInterval clientToSubmit() {
    return MeanInterval.of(
        jobs.stream().map(j -> j.history().submitS() - j.clientStartS()).toList());
  }

  private double beyondIdle(EmptyJob job, double from, double until) {
    return job.spent(from, until).machine() - idlePerS.machine() * (until - from);
  }

  /** Seconds that a slot is empty between one map's finish and the next one's start. */
  MeanInterval turnaround() {
    List<Double> samples = new ArrayList<>();
    for (EmptyJob job : jobs) {
      double[] starts = job.mapStarts();
      double[] ends = job.mapEnds();
      for (int i = slots; i < starts.length; i++) {
        // a slot that became free is the next to be filled
        samples.add(Math.max(0, starts[i] - ends[i - slots]));
      }
    }
    return MeanInterval.of(samples);
  }

  MeanInterval emptyMap() {
    return durations("MAP", 0);
  }

  MeanInterval emptyReduce() {
    return durations("REDUCE", sleepS);
  }

  private MeanInterval durations(String type, double asleepS) {
    return MeanInterval.of(
        jobs.stream()
            .flatMap(j -> j.succeeded(type).stream())
            .map(t -> t.finishS() - t.startS() - asleepS)
            .toList());
  }

  /** Seconds from the submission to the first map's start. */
  MeanInterval toFirstMap() {
    return MeanInterval.of(
        jobs.stream().map(j -> j.mapStarts()[0] - j.history().submitS()).toList());
  }

  /**
   * Core-seconds of the ApplicationMaster from the submission to the first map's start: what lasts
   * the longer, the fewer cores its node has.
   */
  MeanInterval toFirstMapCoreS() {
    return MeanInterval.of(
        jobs.stream()
            .map(j -> j.spent(j.history().submitS(), j.mapStarts()[0]).containers())
            .toList());
  }

  /** Seconds from the last map's end to the first reduce's start. */
  MeanInterval toFirstReduce() {
    return MeanInterval.of(
        jobs.stream()
            .map(
                j -> {
                  double mapsEnd = mapsEnd(j);
                  return j.succeeded("REDUCE").stream()
                          .mapToDouble(Task::startS)
                          .min()
                          .orElse(mapsEnd)
                      - mapsEnd;
                })
            .toList());
  }

  /** Seconds from the last task's end to the job's finish. */
  MeanInterval toFinish() {
    return MeanInterval.of(jobs.stream().map(j -> j.history().finishS() - tasksEnd(j)).toList());
  }

  private static double tasksEnd(EmptyJob job) {
    return job.succeeded("REDUCE").stream().mapToDouble(Task::finishS).max().orElse(mapsEnd(job));
  }

  private static double mapsEnd(EmptyJob job) {
    double[] ends = job.mapEnds();
    return ends[ends.length - 1];
  }
}
