package io.corebound.app.lever;

import io.corebound.app.run.Stages;
import io.corebound.cluster.job.Cluster;
import io.corebound.cluster.job.JobOutcome;
import io.corebound.cluster.job.JobRequest;
import io.corebound.cluster.job.JobSettings;
import io.corebound.cluster.libraries.ClassArchive;
import io.corebound.records.run.State;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/** What containers load: recorded, made archives, and looked for in containers. */
record Recording(Stages stages, Cluster cluster, StartArchives archives) {
  private static final String EXAMPLES = "org.apache.hadoop.examples.terasort.";
  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final String FOLDER = "/corebound-lever";
  private static final String INPUT = FOLDER + "/in";
  private static final List<String> SITES = List.of("core", "hdfs", "yarn", "mapred");
  private static final String LOG = "log4j.properties";

  /** Rows of 100 bytes of two maps. */
  private static final int ROWS = 400_000;

  /** Maps that spill several times and merge, compress and fetch, read and write files. */
  private static final Map<String, String> ALL_PATHS =
      Map.of(
          "mapreduce.job.reduces",
          "2",
          "mapreduce.task.io.sort.mb",
          "4",
          "mapreduce.map.output.compress",
          "true",
          "mapreduce.map.output.compress.codec",
          "org.apache.hadoop.io.compress.SnappyCodec");

  private Path folder(String name) {
    try {
      return Files.createDirectories(stages.workspace().data().resolve(name));
    } catch (IOException e) {
      throw CoreboundException.failed("cannot make a folder for %s: %s".formatted(name, e), e);
    }
  }

  private Path recorded(ClassArchive archive) {
    return folder("recorded-" + archive.name());
  }

  /** Runs jobs whose containers write what they load. */
  String record() throws InterruptedException {
    Function<ClassArchive, List<String>> flags = archive -> archive.recording(recorded(archive));
    String rows = Integer.toString(ROWS);
    List<String> ofClient = new ArrayList<>(flags.apply(archives.client()));
    ofClient.add("-Dlog4j.configuration=" + cluster.configuration().resolve(LOG).toUri());
    stages.progress().step("teragen", 0);
    run("TeraGen", flags, ofClient, Map.of("mapreduce.job.maps", "2"), rows, INPUT);
    stages.progress().step("terasort", 0.4);
    run("TeraSort", flags, List.of(), ALL_PATHS, INPUT, FOLDER + "/out");
    return "containers of TeraGen and TeraSort, and a client";
  }

  private void run(
      String tool,
      Function<ClassArchive, List<String>> flags,
      List<String> ofClient,
      Map<String, String> settings,
      String... arguments)
      throws InterruptedException {
    Map<String, String> all = new TreeMap<>(settings);
    all.putAll(
        JobSettings.containerFlags(
            cluster.settings(), flags.apply(archives.tasks()), flags.apply(archives.master())));
    List<String> whole = new ArrayList<>();
    // as files, since an archive's class path has jars only
    SITES.forEach(
        site ->
            whole.addAll(
                List.of("-conf", cluster.configuration().resolve(site + "-site.xml").toString())));
    whole.addAll(List.of(arguments));
    String name = arguments[arguments.length - 1].replaceFirst(".*/", "lever-");
    JobOutcome outcome =
        cluster.run(
            new JobRequest(
                name,
                EXAMPLES + tool,
                whole,
                all,
                Stream.concat(JobRequest.CLIENT_FLAGS.stream(), ofClient.stream()).toList(),
                LIMIT,
                stages.record().directory().rawFolder().resolve("lever").resolve(name),
                (map, reduce) -> {}));
    if (outcome.state() != State.OK) {
      throw CoreboundException.failed("%s failed: %s", tool, outcome.reason());
    }
  }

  /** Makes the archives, and looks whether containers start from them; else none stays. */
  String make() throws InterruptedException {
    archives.remove();
    boolean taken = false;
    try {
      String made = makeAll();
      taken = true;
      return made;
    } finally {
      if (!taken) {
        archives.remove();
      }
    }
  }

  private String makeAll() throws InterruptedException {
    for (ClassArchive archive : archives.all()) {
      stages.progress().step(archive.file().getFileName().toString(), 0);
      archive.make(stages.workspace().host(), recorded(archive), folder("unfinished"));
      Optional<String> refusal =
          archive.refusal(stages.workspace().host(), List.of(cluster.configuration()));
      if (refusal.isPresent()) {
        throw CoreboundException.failed(
            "the JVM does not take %s: %s", archive.file(), refusal.get());
      }
    }
    stages.progress().step("a job that starts from them", 0.5);
    List<String> ofClient = new ArrayList<>(archives.client().flagsOfClient());
    ofClient.add(log(archives.client()));
    run(
        "TeraGen",
        this::logging,
        ofClient,
        Map.of("mapreduce.job.maps", "1"),
        "1",
        FOLDER + "/check");
    StringBuilder made = new StringBuilder();
    for (ClassArchive archive : archives.all()) {
      DataSize size = new DataSize(archive.file().toFile().length());
      made.append(
          "%s%s of %s: %s"
              .formatted(
                  made.isEmpty() ? "" : "; ",
                  archive.file().getFileName(),
                  size.display(),
                  shared(archive)));
    }
    archives.writeLever();
    return made.toString();
  }

  private Path loaded(ClassArchive archive) {
    return folder("loaded-" + archive.name());
  }

  private List<String> logging(ClassArchive archive) {
    return List.of(archive.options(), log(archive));
  }

  private String log(ClassArchive archive) {
    return "-Xlog:class+load:file=%s/%%p.log".formatted(loaded(archive));
  }

  /** How many classes of a JVM came from an archive, by its log. */
  private String shared(ClassArchive archive) {
    List<String> loaded = new ArrayList<>();
    try (Stream<Path> files = Files.list(loaded(archive))) {
      for (Path log : files.toList()) {
        Files.readAllLines(log).stream().filter(l -> l.contains(" source: ")).forEach(loaded::add);
      }
    } catch (IOException e) {
      throw CoreboundException.failed("cannot read what a container loaded: " + e, e);
    }
    if (loaded.stream().noneMatch(ClassArchive::hadoopsOwn)) {
      throw CoreboundException.failed(
          "no JVM started from %s; prelaunch.err below %s says why",
          archive.file(), stages.record().directory().rawFolder());
    }
    return "%s of the %s classes of a JVM"
        .formatted(
            loaded.stream().filter(line -> line.contains(" source: shared")).count(),
            loaded.size());
  }
}
