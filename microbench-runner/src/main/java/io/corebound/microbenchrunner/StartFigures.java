package io.corebound.microbenchrunner;

import io.corebound.cluster.JobHistory;
import io.corebound.records.CellResult.Task;
import io.corebound.records.CoreboundException;
import io.corebound.records.MeanInterval;
import java.util.ArrayList;
import java.util.List;

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
  private final double idleCoreSPerS;
  private final double sleepS;
  private final List<EmptyJob> jobs = new ArrayList<>();

  /**
   * An empty job that has run.
   *
   * @param coreS core-seconds from its submission on, without what the idle cluster takes anyhow
   * @param history with times in seconds since the Unix epoch
   * @param curve core-seconds of all processes of the cluster while it ran
   */
  record EmptyJob(double coreS, JobHistory history, CpuCurve curve) {
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

    private int containers() {
      return succeeded("MAP").size() + succeeded("REDUCE").size();
    }
  }

  /**
   * No figures yet.
   *
   * @param slots containers that start at once
   * @param idleCoreSPerS what the idle cluster takes
   * @param sleepS how long each reduce task slept
   */
  StartFigures(int slots, double idleCoreSPerS, double sleepS) {
    this.slots = slots;
    this.idleCoreSPerS = idleCoreSPerS;
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
   * Core-seconds a second of a cluster that runs a job whose tasks do nothing: its client polls,
   * its ApplicationMaster and the daemons send heartbeats. A sample is the time of a job in which
   * all its reduce tasks sleep; a job in which they do so for less than a second has none.
   */
  MeanInterval running() {
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
        samples.add(job.spent(from, until).all() / (until - from));
      }
    }
    return MeanInterval.of(samples);
  }

  /** What the cluster takes beside the tasks of a job; an idle one's where it was not measured. */
  private double besideTasks() {
    MeanInterval running = running();
    return running.n() > 0 ? Math.max(idleCoreSPerS, running.mean()) : idleCoreSPerS;
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
   * Core-seconds of a job beyond its containers and beyond what it takes while they run ({@link
   * #running}); a sample is a job. A container's uncertainty is that of all samples alike, which
   * their scatter does not show: the interval is no narrower than it makes the mean uncertain.
   */
  MeanInterval job() {
    MeanInterval container = container();
    double whileRunning = besideTasks() - idleCoreSPerS;
    List<Double> samples =
        jobs.stream()
            .map(
                j ->
                    j.coreS()
                        - container.mean() * j.containers()
                        - whileRunning * (tasksEnd(j) - j.mapStarts()[0]))
            .toList();
    MeanInterval scatter = MeanInterval.of(samples);
    double containers = jobs.stream().mapToInt(EmptyJob::containers).average().orElse(0);
    double shared = containers * (container.high() - container.mean());
    double half = Math.max(scatter.high() - scatter.mean(), shared);
    if (Double.isNaN(half)) {
      // one job, or one step
      half = scatter.n() > 1 ? scatter.high() - scatter.mean() : shared;
    }
    return new MeanInterval(
        scatter.mean(), scatter.mean() - half, scatter.mean() + half, scatter.n());
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
