package io.corebound.analysis.model;

import io.corebound.records.CoreboundException;
import io.corebound.records.MachineFile;
import io.corebound.records.StructuredFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A machine as the model sees it: what each operation costs on it, how much more when other cores
 * are busy too, and what its disk and link carry. Made of a machine file or of a run's
 * measurements.
 */
public final class Machine {
  private final String name;
  private final Map<String, OperationFigures> operations;
  private final Figure contention;
  private final Resources resources;
  private final StartFigures start;
  private final List<String> notModelled;

  /**
   * What a node has beside its cores; rates in MB/s, NaN where not modelled.
   *
   * @param diskReadMbPerS sequential reading
   * @param diskWriteMbPerS sequential writing
   * @param networkMbPerS one direction of the link
   * @param compressionRatio IFile bytes over compressed bytes of the map output
   * @param idleCores cores that daemons and collectors keep busy when nothing runs
   */
  record Resources(
      double diskReadMbPerS,
      double diskWriteMbPerS,
      double networkMbPerS,
      double compressionRatio,
      Figure idleCores) {}

  Machine(
      String name,
      Map<String, OperationFigures> operations,
      Figure contention,
      Resources resources,
      StartFigures start,
      List<String> notModelled) {
    this.name = name;
    this.operations = new TreeMap<>(operations);
    this.contention = contention;
    this.resources = resources;
    this.start = start;
    this.notModelled = List.copyOf(notModelled);
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
    boolean disk = file.disk().read() != null;
    if (!disk) {
      notModelled.add("disk: the machine file leaves it out");
    }
    boolean network = file.network().rate() != null;
    if (!network) {
      notModelled.add("network: the machine file leaves it out");
    }
    notModelled.add("start of containers and jobs: the machine file leaves it out");
    Resources resources =
        new Resources(
            disk ? file.disk().read().megabytesPerSecond() : Double.NaN,
            disk ? file.disk().write().megabytesPerSecond() : Double.NaN,
            network ? file.network().rate().megabytesPerSecond() : Double.NaN,
            Double.NaN,
            Figure.exact(0));
    return new Machine(
        name, operations, Figure.exact(file.contentionFactor()), resources, null, notModelled);
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
    if (figures == null) {
      throw CoreboundException.invalidInput(
          "machine "
              + name
              + " has no operation '"
              + operation
              + "' that the workload needs"
              + StructuredFiles.nearest(operation, operations.keySet()));
    }
    return figures;
  }

  /** By how much an operation costs more with every core busy than with one. */
  Figure contention() {
    return contention;
  }

  Resources resources() {
    return resources;
  }

  Optional<StartFigures> start() {
    return Optional.ofNullable(start);
  }

  /** What is not known of it, a sentence each. */
  List<String> notModelled() {
    return notModelled;
  }
}
