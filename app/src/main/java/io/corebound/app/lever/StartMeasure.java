package io.corebound.app.lever;

import io.corebound.app.micro.MicroWork;
import io.corebound.app.run.Stages;
import io.corebound.cluster.job.Cluster;
import io.corebound.cluster.job.JobRequest;
import io.corebound.cluster.job.JobSettings;
import io.corebound.microbenchrunner.start.StartSuite;
import io.corebound.microbenchrunner.watch.OthersWatch;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.LeverFile;
import io.corebound.records.run.Measurement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What starts cost under each setting of task JVMs, measured in turns on one cluster. */
record StartMeasure(
    Stages stages, Cluster cluster, ClusterFile fitted, StartArchives archives, int jobs) {
  private static final int WAVES = 3;
  private static final int IDLE_S = 20;
  private static final Duration JOB = Duration.ofSeconds(45);

  static Duration expected(int jobs) {
    return JOB.multipliedBy(settings("").size()).multipliedBy(jobs).plusSeconds(IDLE_S);
  }

  /** Flags of tasks by the name of the setting; Hadoop's own first. */
  private static Map<String, List<String>> settings(String archive) {
    Map<String, List<String>> flags = new LinkedHashMap<>();
    flags.put(LeverFile.NONE, List.of());
    flags.put("archive", List.of(archive));
    flags.put("c1", List.of(JobRequest.QUICK_START));
    flags.put("archive+c1", List.of(archive, JobRequest.QUICK_START));
    return flags;
  }

  String run() throws InterruptedException {
    OthersWatch watch = MicroWork.watch(stages, 0);
    StartSuite suite =
        new StartSuite(
            cluster,
            stages.record().directory(),
            fitted.mapsAtOnce(),
            fitted.reducesAtOnce(),
            fitted.coresPerNode(),
            "",
            watch);
    stages.progress().step("idle cluster", 0);
    stages.record().add(suite.idle(IDLE_S));
    Map<String, StartSuite.Series> all = new LinkedHashMap<>();
    settings(archives.tasks().options())
        .forEach(
            (name, tasks) -> {
              boolean archived = tasks.contains(archives.tasks().options());
              List<String> master = archived ? List.of(archives.master().options()) : List.of();
              List<String> client = archived ? archives.client().flagsOfClient() : List.of();
              all.put(
                  name,
                  suite.series(
                      JobSettings.containerFlags(cluster.settings(), tasks, master), client));
            });
    int done = 0;
    for (int round = 1; round <= jobs; round++) {
      for (Map.Entry<String, StartSuite.Series> series : all.entrySet()) {
        stages
            .progress()
            .step(
                "%s, job %s of %s".formatted(series.getKey(), round, jobs),
                (double) done / (jobs * all.size()));
        series.getValue().run("%s-%s".formatted(series.getKey(), round), WAVES);
        done++;
      }
    }
    all.forEach((name, series) -> stages.record().add(under(name, series.rows())));
    stages.record().add(watch.rows(stages.record().directory()));
    return "%s jobs of each of %s settings, in turns".formatted(jobs, all.size());
  }

  private static List<Measurement> under(String name, List<Measurement> rows) {
    return name.equals(LeverFile.NONE) ? rows : rows.stream().map(r -> r.under(name)).toList();
  }
}
