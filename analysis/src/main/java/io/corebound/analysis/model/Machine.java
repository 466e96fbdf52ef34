package io.corebound.analysis.model;

import io.corebound.records.config.MachineFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.Prediction;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataRate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/**
 * A machine as the model sees it: what each operation costs on it, how much more when other cores
 * are busy too, and what its disk and link carry. Made of a machine file or of a run's
 * measurements.
 */
public final class Machine {
  /** Said where costs are missing. */
  private static final String MEASURE =
      "'corebound micro --profile model' measures every operation of TeraSort";

  /** Said of a prediction whose disk was not the disk alone. */
  static final String THROUGH_PAGE_CACHE =
      "disk: its rates were measured through the page cache, for its file system refuses direct"
          + " I/O; they may be the memory's";

  private static final String WRITE_BACK = "write-back: ";

  /** Said of a disk whose base performance has no core-seconds. */
  static final String WRITE_BACK_UNKNOWN =
      WRITE_BACK
          + "what the kernel's threads take to bring written data to the disk was not measured;"
          + " 'corebound probe' does, where /proc shows these threads (not in a container, nor with"
          + " hidepid)";

  private static final String DISK = "disk: ";
  private static final String NETWORK = "network: ";

  private final String name;
  private final Map<String, OperationFigures> operations;
  private final Contention contention;
  private final Resources resources;
  private final DiskStreams streams;
  private final StartFigures start;
  private final Map<String, TaskFigures> wholeTasks;
  private final List<String> notModelled;
  private final Map<String, List<String>> gaps;

  /**
   * What a node has beside its cores; rates in MB/s, null where not modelled.
   *
   * @param diskRead sequential reading
   * @param diskWrite sequential writing
   * @param writeBack core-nanoseconds of the kernel's threads for a byte that is written
   * @param network one direction of the link
   * @param compressionRatios IFile bytes over compressed bytes of the map output, by codec
   * @param samples what whole tasks counted of a sample of a job's input, by operation and metric
   * @param idle what daemons keep busy when nothing runs
   * @param base where disk and network are from; null where they are the machine's own
   */
  record Resources(
      Figure diskRead,
      Figure diskWrite,
      Figure writeBack,
      Figure network,
      Map<String, Figure> compressionRatios,
      Map<String, Map<String, Double>> samples,
      Idle idle,
      Prediction.Base base) {
    boolean modelsDisk() {
      return diskRead != null && diskWrite != null;
    }

    boolean modelsNetwork() {
      return network != null;
    }
  }

  Machine(
      String name,
      Map<String, OperationFigures> operations,
      Contention contention,
      Resources resources,
      DiskStreams streams,
      StartFigures start,
      Map<String, TaskFigures> wholeTasks,
      List<String> notModelled,
      Map<String, List<String>> gaps) {
    this.name = name;
    this.operations = new TreeMap<>(operations);
    this.contention = contention;
    this.resources = resources;
    this.streams = streams;
    this.start = start;
    this.wholeTasks = new TreeMap<>(wholeTasks);
    this.notModelled = List.copyOf(notModelled);
    this.gaps = new TreeMap<>(gaps);
  }

  /**
   * A machine whose rates are stated.
   *
   * @param name its name: that of the file without folder and ending
   */
  public static Machine of(String name, MachineFile file) {
    Map<String, OperationFigures> operations = new TreeMap<>();
    file.operations()
        .forEach(
            (id, o) -> operations.put(id, OperationFigures.ofRate(o.rate().megabytesPerSecond())));
    List<String> notModelled = new ArrayList<>();
    MachineFile.Disk disk = file.disk();
    Resources resources =
        new Resources(
            stated(disk.read(), disk.readInterval()),
            stated(disk.write(), disk.writeInterval()),
            disk.writeBackNsPerByte() == null
                ? null
                : Figure.within(disk.writeBackNsPerByte(), disk.writeBackInterval()),
            stated(file.network().rate(), file.network().rateInterval()),
            Map.of(),
            Map.of(),
            Idle.NONE,
            null);
    if (!resources.modelsDisk()) {
      notModelled.add("disk: the machine file leaves it out");
    }
    if (disk.throughPageCache()) {
      notModelled.add(THROUGH_PAGE_CACHE);
    }
    if (resources.modelsDisk() && resources.writeBack() == null) {
      notModelled.add(WRITE_BACK_UNKNOWN);
    }
    if (!resources.modelsNetwork()) {
      notModelled.add("network: the machine file leaves it out");
    }
    notModelled.add("start of containers and jobs: the machine file leaves it out");
    return new Machine(
        name,
        operations,
        Contention.stated(file.contentionFactor() == null ? 1 : file.contentionFactor()),
        resources,
        streams(disk),
        null,
        Map.of(),
        notModelled,
        Map.of());
  }

  private static DiskStreams streams(MachineFile.Disk disk) {
    Map<Integer, Figure> read = new TreeMap<>();
    Map<Integer, Figure> write = new TreeMap<>();
    disk.byStreams()
        .forEach(
            (streams, rates) -> {
              read.put(streams, stated(rates.read(), rates.readInterval()));
              write.put(streams, stated(rates.write(), rates.writeInterval()));
            });
    return new DiskStreams(read, write, together(disk));
  }

  private static DiskStreams.Together together(MachineFile.Disk disk) {
    if (disk.readWrite() == null) {
      return null;
    }
    // of as few streams as were measured
    MachineFile.Streams one =
        disk.byStreams().isEmpty()
            ? new MachineFile.Streams(
                disk.read(), disk.write(), disk.readInterval(), disk.writeInterval())
            : new TreeMap<>(disk.byStreams()).firstEntry().getValue();
    return new DiskStreams.Together(
        stated(one.read(), one.readInterval()),
        stated(one.write(), one.writeInterval()),
        stated(disk.readWrite(), disk.readWriteInterval()));
  }

  private static Figure stated(DataRate rate, MachineFile.Interval interval) {
    return rate == null ? null : Figure.within(rate.megabytesPerSecond(), interval);
  }

  private static Figure stated(DataRate rate) {
    return stated(rate, null);
  }

  /**
   * A machine as a run measured it.
   *
   * @param name the run's id
   * @param rows the run's measurements
   * @throws CoreboundException (invalid input) when a figure is there without its companion, or
   *     when nothing of use is there; what else is missing is said by the prediction that is made
   *     of it
   */
  public static Machine of(String name, List<Measurement> rows) {
    return new MeasuredMachine(name, rows).machine();
  }

  /**
   * Disk and network as a run's probes measured them, and nothing else: for {@link #on(Machine)}.
   *
   * @param name the run's id
   * @param rows the run's measurements
   * @throws CoreboundException (invalid input) when it probed neither
   */
  public static Machine ofProbes(String name, List<Measurement> rows) {
    return new MeasuredMachine(name, rows).base();
  }

  /**
   * The same operations over the disk and the network of another machine.
   *
   * @param from what the other one was read from
   * @throws CoreboundException (invalid input) when it has neither
   */
  public Machine on(Machine base, Prediction.Base from) {
    Resources r = base.resources;
    if (!r.modelsDisk() && !r.modelsNetwork()) {
      throw CoreboundException.invalidInput(
          from.file()
              + ": has neither disk nor network, so nothing of it enters a prediction; 'corebound"
              + " probe' measures them");
    }
    List<String> sentences = new ArrayList<>();
    notModelled.stream().filter(s -> !ofBase(s)).forEach(sentences::add);
    base.notModelled.stream().filter(Machine::ofBase).forEach(sentences::add);
    return new Machine(
        name,
        operations,
        contention,
        new Resources(
            r.diskRead(),
            r.diskWrite(),
            r.writeBack(),
            r.network(),
            resources.compressionRatios(),
            resources.samples(),
            resources.idle(),
            from),
        base.streams,
        start,
        wholeTasks,
        sentences,
        gaps);
  }

  private static boolean ofBase(String sentence) {
    return sentence.startsWith(DISK)
        || sentence.startsWith(NETWORK)
        || sentence.startsWith(WRITE_BACK);
  }

  /** The same machine with its disk's rates at the number of streams that a job has on a node. */
  Machine atStreams(int count) {
    Resources r = resources;
    return new Machine(
        name,
        operations,
        contention,
        new Resources(
            DiskStreams.at(count, streams.read(), r.diskRead()),
            DiskStreams.at(count, streams.write(), r.diskWrite()),
            r.writeBack(),
            r.network(),
            r.compressionRatios(),
            r.samples(),
            r.idle(),
            r.base()),
        streams,
        start,
        wholeTasks,
        notModelled,
        gaps);
  }

  /**
   * The same machine with every figure drawn anew within its confidence interval, each
   * independently; and its speed, which all that its cores do goes with.
   */
  Machine draw(RandomGenerator random) {
    double speed = contention.speed().drawFactor(random);
    Map<String, OperationFigures> drawn = new TreeMap<>();
    operations.forEach(
        (id, o) ->
            drawn.put(
                id,
                o.times(
                    speed * o.cost().drawFactor(random), speed * o.coldCost().drawFactor(random))));
    Resources r = resources;
    Resources drawnResources =
        new Resources(
            draw(r.diskRead(), random),
            draw(r.diskWrite(), random),
            times(draw(r.writeBack(), random), speed),
            draw(r.network(), random),
            draw(r.compressionRatios(), random),
            r.samples(),
            r.idle().draw(random, speed),
            r.base());
    StartFigures drawnStart = start == null ? null : start.draw(random, speed);
    Map<String, TaskFigures> drawnTasks = new TreeMap<>();
    wholeTasks.forEach((id, task) -> drawnTasks.put(id, task.draw(drawn.get(id), random, speed)));
    return new Machine(
        name,
        drawn,
        contention.drawn(random),
        drawnResources,
        streams.draw(r, drawnResources, random),
        drawnStart,
        drawnTasks,
        notModelled,
        gaps);
  }

  /** The same machine, of which whole tasks are not known: each is the sum of its operations. */
  public Machine withoutWholeTasks() {
    return new Machine(
        name, operations, contention, resources, streams, start, Map.of(), notModelled, gaps);
  }

  /**
   * The same machine, of which whole tasks are those that were measured with another codec of the
   * map output. How much of its cold start a small one pays is told by those of the usual codec,
   * which have more sizes.
   *
   * @return empty where not both map and reduce were measured so
   */
  Optional<Machine> withWholeTasksOf(String codec) {
    if (!TaskFigures.ALL.stream()
        .allMatch(t -> wholeTasks.containsKey(TaskFigures.with(codec, t)))) {
      return Optional.empty();
    }
    Map<String, OperationFigures> figures = new TreeMap<>(operations);
    Map<String, TaskFigures> tasks = new TreeMap<>();
    Map<String, List<String>> sentences = new TreeMap<>(gaps);
    for (String task : TaskFigures.ALL) {
      String measured = TaskFigures.with(codec, task);
      TaskFigures own = wholeTasks.get(measured);
      TaskFigures usual = wholeTasks.get(task);
      tasks.put(task, usual == null ? own : own.along(usual.curve()));
      figures.put(task, operations.get(measured));
      sentences.put(task, gaps.getOrDefault(measured, List.of()));
    }
    return Optional.of(
        new Machine(
            name,
            figures,
            contention.with(codec),
            resources,
            streams,
            start,
            tasks,
            notModelled,
            sentences));
  }

  /** A figure that need not be there, multiplied. */
  static Figure times(Figure figure, double factor) {
    return figure == null ? null : figure.times(factor);
  }

  static Figure draw(Figure figure, RandomGenerator random) {
    return figure == null ? null : figure.times(figure.drawFactor(random));
  }

  private static Map<String, Figure> draw(Map<String, Figure> figures, RandomGenerator random) {
    Map<String, Figure> drawn = new TreeMap<>();
    new TreeMap<>(figures).forEach((key, figure) -> drawn.put(key, draw(figure, random)));
    return drawn;
  }

  /** Its name. */
  public String name() {
    return name;
  }

  /**
   * What an operation takes on it.
   *
   * @throws CoreboundException (invalid input) when it is not known, naming the nearest that is
   */
  OperationFigures figures(String operation) {
    OperationFigures figures = operations.get(operation);
    if (figures == null && operations.isEmpty()) {
      throw CoreboundException.invalidInput(
          "machine "
              + name
              + " has base performance only, and no operation; give a run as --machine, such as one"
              + " of 'corebound micro', and this one as --base");
    }
    if (figures == null && gaps.containsKey(operation)) {
      throw CoreboundException.invalidInput("machine " + name + ": " + gaps.get(operation).get(0));
    }
    if (figures == null) {
      throw CoreboundException.invalidInput(
              "machine "
                  + name
                  + " has no operation '"
                  + operation
                  + "' that the workload needs"
                  + StructuredFiles.nearest(operation, operations.keySet()))
          .with(MEASURE);
    }
    return figures;
  }

  /**
   * Checks that operations are known.
   *
   * @throws CoreboundException (invalid input) that names all that are not
   */
  void require(Collection<String> needed) {
    List<String> missing = needed.stream().filter(o -> !operations.containsKey(o)).toList();
    if (missing.size() > 1 && !operations.isEmpty()) {
      throw CoreboundException.invalidInput(
          "machine "
              + name
              + " lacks "
              + missing.size()
              + " of the operations that the workload needs: "
              + String.join(", ", missing)
              + "; "
              + MEASURE);
    }
    missing.forEach(this::figures);
  }

  /** By how much an operation costs more with every core busy than with one. */
  Figure contention() {
    return contention.beside().ofOperation();
  }

  /** That of a whole task beside its like; that of an operation where it was not measured. */
  double contention(String task) {
    return contention.beside().of(task).value();
  }

  /** By how much whole tasks cost more beside their like, by id; none where not measured. */
  Map<String, Figure> contentionOfTasks() {
    return contention.beside().ofTasks();
  }

  /** By how much a whole task costs more with another one on its core; 1 where not measured. */
  double sharing(String task) {
    return contention.sharing().of(task).value();
  }

  /** The same of all that were measured, by id. */
  Map<String, Figure> sharingOfTasks() {
    return contention.sharing().ofTasks();
  }

  /**
   * On how many busy cores it was measured what an operation costs; 0 where that was not measured.
   * Anything beyond is extrapolated.
   */
  public int measuredCores() {
    return contention.cores();
  }

  /**
   * What is to be said where tasks were measured on nodes of one core and are to run on larger
   * ones, or the other way round; empty where they are not, or nobody knows.
   *
   * @param cores of a node on which they are to run
   */
  Optional<String> otherJvms(int cores) {
    return jvmsMeasured()
        .filter(s -> (start.masterCores() == 1) != (cores == 1))
        .map(s -> s + ", and here a node has " + cores);
  }

  /** On how many cores the JVMs of tasks were measured, as a sentence without its end. */
  public Optional<String> jvmsMeasured() {
    int measured = start == null ? 0 : start.masterCores();
    return measured == 0
        ? Optional.empty()
        : Optional.of(
            "JVMs take another garbage collector on one core (Serial) than on more (mostly G1), and"
                + " on more they compile beside their work: tasks were measured with "
                + measured
                + (measured == 1 ? " core" : " cores")
                + " a node");
  }

  /** Whether both rates of its disk are known. */
  public boolean modelsDisk() {
    return resources.modelsDisk();
  }

  /** Whether its link's rate is known. */
  public boolean modelsNetwork() {
    return resources.modelsNetwork();
  }

  /** Reading rate of its disk with so many streams, in MB/s; 0 where it is not modelled. */
  public double diskReadMbPerS(int count) {
    Figure rate = DiskStreams.at(count, streams.read(), resources.diskRead());
    return rate == null ? 0 : rate.value();
  }

  /** Writing rate of its disk with so many streams, in MB/s; 0 where it is not modelled. */
  public double diskWriteMbPerS(int count) {
    Figure rate = DiskStreams.at(count, streams.write(), resources.diskWrite());
    return rate == null ? 0 : rate.value();
  }

  /** Codecs of which cost and ratio are known, so that a map output of theirs can be predicted. */
  public Set<String> codecs() {
    Set<String> codecs = new TreeSet<>(resources.compressionRatios().keySet());
    codecs.removeIf(
        c ->
            !operations.containsKey("compress." + c) || !operations.containsKey("decompress." + c));
    return codecs;
  }

  /**
   * The same machine with other rates of its disk or link, each as many times what they are.
   *
   * @param disk factor of its disk's rates
   * @param network factor of its link's
   */
  public Machine times(double disk, double network) {
    Resources r = resources;
    return with(
        new Resources(
            scaled(r.diskRead(), disk),
            scaled(r.diskWrite(), disk),
            r.writeBack(),
            scaled(r.network(), network),
            r.compressionRatios(),
            r.samples(),
            r.idle(),
            r.base()),
        streams.times(disk),
        notModelled);
  }

  private static Figure scaled(Figure figure, double factor) {
    return figure == null ? null : figure.scaledBy(factor);
  }

  /**
   * The same machine over a disk and a link whose rates are stated instead of measured; null leaves
   * one as it is. A stated disk has one rate each way, whatever the number of streams.
   *
   * @param disk reading and writing
   * @param network one direction
   * @param from whose figures these are
   */
  public Machine stated(MachineFile.Streams disk, DataRate network, Prediction.Base from) {
    Resources r = resources;
    return with(
        new Resources(
            disk == null ? r.diskRead() : stated(disk.read()),
            disk == null ? r.diskWrite() : stated(disk.write()),
            r.writeBack(),
            network == null ? r.network() : stated(network),
            r.compressionRatios(),
            r.samples(),
            r.idle(),
            from),
        disk == null ? streams : DiskStreams.NONE,
        sentences(disk, network));
  }

  /** A stated disk has rates; what it takes of the cores is that of the disk that was measured. */
  private List<String> sentences(MachineFile.Streams disk, DataRate network) {
    List<String> sentences = new ArrayList<>();
    notModelled.stream()
        .filter(s -> disk == null || !s.startsWith(DISK) && !s.startsWith(WRITE_BACK))
        .filter(s -> network == null || !s.startsWith(NETWORK))
        .forEach(sentences::add);
    if (disk != null && streams.atOnce() > 0) {
      sentences.add(
          DISK
              + "a stated disk is taken to read and write one after the other; the one that was"
              + " measured does both at once");
    }
    if (disk != null) {
      sentences.add(
          resources.writeBack() == null
              ? WRITE_BACK_UNKNOWN
              : WRITE_BACK
                  + "what the kernel's threads take for a byte is that of the disk which was"
                  + " measured, not of the one that is stated");
    }
    return sentences;
  }

  private Machine with(
      Resources newResources, DiskStreams newStreams, List<String> newNotModelled) {
    return new Machine(
        name,
        operations,
        contention,
        newResources,
        newStreams,
        start,
        wholeTasks,
        newNotModelled,
        gaps);
  }

  /** Whose disk and network it has; null where they are its own. */
  public Prediction.Base base() {
    return resources.base();
  }

  /** How far its disk reads and writes at once, from 0 to 1; 0 where that is not known. */
  double diskAtOnce() {
    return streams.atOnce();
  }

  Resources resources() {
    return resources;
  }

  Optional<StartFigures> start() {
    return Optional.ofNullable(start);
  }

  /** What a whole task takes, such as {@code task.map}, where it was measured. */
  Optional<TaskFigures> task(String task) {
    return Optional.ofNullable(wholeTasks.get(task));
  }

  /** Whether an operation was measured, so that {@link #figures} has it. */
  boolean has(String operation) {
    return operations.containsKey(operation);
  }

  boolean hasWholeTasks() {
    return !wholeTasks.isEmpty();
  }

  /** Whether any figure has a confidence interval. */
  boolean uncertain() {
    return contention.beside().ofOperation().uncertain()
        || contention.speed().uncertain()
        || operations.values().stream().anyMatch(o -> o.cost().uncertain());
  }

  /** Those of some operations whose cost has no confidence interval. */
  List<String> takenAsExact(Set<String> used) {
    return operations.entrySet().stream()
        .filter(o -> used.contains(o.getKey()) && !o.getValue().cost().uncertain())
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Whether it is known how far its speed strays from one time to another, be it not at all. */
  boolean knowsItsSpeed() {
    return contention.speed().n() > 1;
  }

  /** What is not known of it, as far as it concerns some operations, a sentence each. */
  List<String> notModelled(Set<String> used) {
    List<String> sentences = new ArrayList<>(notModelled);
    gaps.forEach((operation, s) -> sentences.addAll(used.contains(operation) ? s : List.of()));
    return sentences;
  }
}
