package io.corebound.microbenchrunner.start;

import io.corebound.cluster.job.JobHistory;
import io.corebound.records.history.Ending;
import io.corebound.records.history.TaskType;
import io.corebound.records.run.CellResult.Task;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.Mean;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The costs of starting containers and jobs, from empty jobs. The containers of a wave share cores,
 * so that their figures depend on each other: samples of core-seconds are waves and jobs, samples
 * of times, and of what Hadoop counted, are tasks and jobs.
 */
final class StartFigures {
  /** For so long the JVMs that started last compile what they ran, while their tasks sleep. */
  private static final double SETTLE_S = 2;

  /** The most that a reduce task works after its sleep. */
  private static final double AFTER_SLEEP_S = 0.5;

  private final int slots;
  private final CpuCurve.Spent idlePerS;
  private final double sleepS;
  private final List<EmptyJob> jobs = new ArrayList<>();

  /**
   * An empty job that has run.
   *
   * @param clientStartS when its client's process was started, in seconds since the Unix epoch
   */
  record EmptyJob(double clientStartS, JobHistory history, CpuCurve curve) {
    private List<Task> succeeded(TaskType type) {
      return history.tasks().stream()
          .filter(t -> t.type() == type && t.state() == Ending.SUCCEEDED)
          .toList();
    }

    private double[] sorted(TaskType type, ToDoubleFunction<Task> moment) {
      return succeeded(type).stream().mapToDouble(moment).sorted().toArray();
    }

    private double[] mapEnds() {
      return sorted(TaskType.MAP, Task::finishS);
    }

    private double[] mapStarts() {
      return sorted(TaskType.MAP, Task::startS);
    }

    private double submitS() {
      return history.submitS();
    }

    private double firstMapS() {
      return mapStarts()[0];
    }

    private double mapsEndS() {
      double[] ends = mapEnds();
      return ends[ends.length - 1];
    }

    private double firstReduceS() {
      return succeeded(TaskType.REDUCE).stream().mapToDouble(Task::startS).min().orElse(mapsEndS());
    }

    private double tasksEndS() {
      return succeeded(TaskType.REDUCE).stream()
          .mapToDouble(Task::finishS)
          .max()
          .orElse(mapsEndS());
    }

    /** Core-seconds between two moments. */
    private CpuCurve.Spent spent(double from, double until) {
      return curve.at(until).minus(curve.at(from));
    }
  }

  /**
   * No figures yet.
   *
   * @param idlePerS core-seconds a second of the idle cluster
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
    for (Task reduce : job.succeeded(TaskType.REDUCE)) {
      if (reduce.finishS() - reduce.startS() < sleepS) {
        throw CoreboundException.failed(
            "%s: an empty reduce task that should sleep for %s s did not"
                .formatted(reduce.id(), sleepS));
      }
    }
    jobs.add(job);
  }

  /**
   * Core-seconds a second of the machine while a job's tasks do nothing: its client polls, its
   * ApplicationMaster and the daemons send heartbeats. A sample is a job's mean over the seconds in
   * which all its reduce tasks sleep, but for the first ones. What other programs take does not
   * count.
   */
  Mean running() {
    return running(IdleSeconds.MACHINE);
  }

  private Mean running(String of) {
    return Mean.of(
        jobs.stream()
            .map(this::asleep)
            .filter(seconds -> !seconds.isEmpty())
            .map(seconds -> seconds.means().get(of).value())
            .toList());
  }

  private IdleSeconds asleep(EmptyJob job) {
    IdleSeconds seconds = new IdleSeconds();
    double[] ends = job.sorted(TaskType.REDUCE, Task::finishS);
    if (ends.length == 0) {
      return seconds;
    }
    double from = ends[ends.length - 1] - sleepS + SETTLE_S;
    double until = ends[0] - AFTER_SLEEP_S;
    for (double second = from; second + 1 <= until; second++) {
      CpuCurve.Spent spent = job.spent(second, second + 1);
      seconds.add(Map.of(IdleSeconds.ALL, spent.all(), IdleSeconds.MACHINE, spent.machine()));
    }
    return seconds;
  }

  /** Core-seconds of a container; a sample is the step from the end of a wave to the next one's. */
  Mean container() {
    double beside = besidePerS();
    List<Double> steps = new ArrayList<>();
    for (EmptyJob job : jobs) {
      double[] ends = job.mapEnds();
      for (int wave = 2; wave * slots <= ends.length; wave++) {
        double from = ends[(wave - 1) * slots - 1];
        double until = ends[wave * slots - 1];
        steps.add((job.spent(from, until).all() - beside * (until - from)) / slots);
      }
    }
    return Mean.of(steps);
  }

  /**
   * Core-seconds of a job's first wave beyond those of its containers: the ApplicationMaster, which
   * has just started, still compiles.
   */
  Mean firstWave() {
    double beside = besidePerS();
    double containers = slots * container().value();
    return perJob(
        j -> {
          double from = j.firstMapS();
          double until = j.mapEnds()[slots - 1];
          return j.spent(from, until).all() - beside * (until - from) - containers;
        });
  }

  /** Of the cluster's other processes during a job, or when idle if that was not measured. */
  private double besidePerS() {
    Mean running = running(IdleSeconds.ALL);
    return running.n() > 0 ? Math.max(idlePerS.all(), running.value()) : idlePerS.all();
  }

  /**
   * Core-seconds of a job while none of its tasks runs, from its submission to its first map and
   * from its last task's end to its finish, including the client's and the kernel's, without those
   * of the idle machine.
   */
  Mean job() {
    return perJob(
        j ->
            beyondIdle(j, j.submitS(), j.firstMapS())
                + beyondIdle(j, j.tasksEndS(), j.history().finishS()));
  }

  /**
   * Core-seconds from the start of a job's client to the submission, including those of daemons and
   * kernel, without those of the idle machine: its JVM, the files that it stages.
   */
  Mean client() {
    return perJob(j -> beyondIdle(j, j.clientStartS(), j.submitS()));
  }

  /** Seconds from the start of a job's client to the submission. */
  Mean clientToSubmit() {
    return perJob(j -> j.submitS() - j.clientStartS());
  }

  private double beyondIdle(EmptyJob job, double from, double until) {
    return job.spent(from, until).machine() - idlePerS.machine() * (until - from);
  }

  /** Not below zero: beside other programs the cluster may get less than it took when idle. */
  private Mean perJob(ToDoubleFunction<EmptyJob> sample) {
    Mean mean = Mean.of(jobs.stream().mapToDouble(sample).boxed().toList());
    return mean.value() < 0 ? new Mean(0, mean.error(), mean.n()) : mean;
  }

  /** Seconds that a slot is empty between one map's finish and the next one's start. */
  Mean turnaround() {
    List<Double> samples = new ArrayList<>();
    for (EmptyJob job : jobs) {
      double[] starts = job.mapStarts();
      double[] ends = job.mapEnds();
      for (int i = slots; i < starts.length; i++) {
        // a slot that became free is the next to be filled
        samples.add(Math.max(0, starts[i] - ends[i - slots]));
      }
    }
    return Mean.of(samples);
  }

  Mean emptyMap() {
    return durations(TaskType.MAP, 0);
  }

  Mean emptyReduce() {
    return durations(TaskType.REDUCE, sleepS);
  }

  /** Core-seconds that Hadoop counted of a map. */
  Mean countedMap() {
    return ofTasks(TaskType.MAP, t -> t.cpuMs() / 1e3);
  }

  /** Core-seconds that Hadoop counted of a reduce. */
  Mean countedReduce() {
    return ofTasks(TaskType.REDUCE, t -> t.cpuMs() / 1e3);
  }

  private Mean durations(TaskType type, double asleepS) {
    return ofTasks(type, t -> t.finishS() - t.startS() - asleepS);
  }

  private Mean ofTasks(TaskType type, ToDoubleFunction<Task> sample) {
    return Mean.of(
        jobs.stream().flatMap(j -> j.succeeded(type).stream()).map(sample::applyAsDouble).toList());
  }

  /** Seconds from the submission to the first map's start. */
  Mean toFirstMap() {
    return perJob(j -> j.firstMapS() - j.submitS());
  }

  /**
   * Core-seconds of the ApplicationMaster from the submission to the first map's start, a time that
   * depends on the node's cores.
   */
  Mean toFirstMapCoreS() {
    return perJob(j -> j.spent(j.submitS(), j.firstMapS()).containers());
  }

  /** Seconds from the last map's end to the first reduce's start. */
  Mean toFirstReduce() {
    return perJob(j -> j.firstReduceS() - j.mapsEndS());
  }

  /** Seconds from the last task's end to the job's finish. */
  Mean toFinish() {
    return perJob(j -> j.history().finishS() - j.tasksEndS());
  }
}
