package io.corebound.analysis.theory;

import io.corebound.records.config.LeverFile;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.run.Measurement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What was measured under a lever. Rows say theirs by a parameter, and those without it, or with
 * {@link LeverFile#NONE}, are of Hadoop as it is; here an operation under a lever has an id of its
 * own, {@code sort.prefix}.
 */
public final class LeverRows {
  /** As the benchmarks of collectors say it, and as all rows under flags do. */
  public static final List<String> PARAMETERS = List.of("collector", LeverFile.PARAMETER);

  /** What is of a whole machine or cluster, under whatever lever. */
  private static final Pattern OF_MACHINE =
      Pattern.compile("contention|speed|idle|collectors|start\\..*|(disk|network|memory)\\..*");

  private static final String MAP_TASK = "task.map";

  private LeverRows() {}

  /** The id of an operation under a lever, by its name. */
  public static String id(String lever, String operation) {
    return lever.equals(LeverFile.NONE) ? operation : operation + "." + lever;
  }

  /** Rows of operations with ids as here; what is of a whole machine or cluster keeps its own. */
  static List<Measurement> named(List<Measurement> rows) {
    return rows.stream().map(LeverRows::named).toList();
  }

  private static Measurement named(Measurement row) {
    Map<String, String> parameters = new TreeMap<>(row.parameters());
    List<String> levers =
        PARAMETERS.stream().map(parameters::remove).filter(l -> l != null).distinct().toList();
    String operation =
        OF_MACHINE.matcher(row.operation()).matches()
            ? row.operation()
            : levers.stream().reduce(row.operation(), (id, lever) -> id(lever, id));
    return levers.isEmpty() ? row : row.with(b -> b.operation(operation).parameters(parameters));
  }

  /** Whether an operation, by its id without a lever, is one that the lever replaces. */
  static boolean replaces(LeverFile lever, String operation, String mapTask) {
    return lever.replaces().contains(operation)
        || lever.replaces().contains(MAP_TASK)
            && (operation.equals(mapTask) || operation.startsWith(mapTask + "."));
  }

  /** What a job with a lever needs of a machine, and what that lacks. */
  public static List<String> missing(Machine machine, WorkloadFile workload, LeverFile lever) {
    return missing(machine, workload, lever, lever.name());
  }

  /** The operations that a lever replaces and a machine lacks under this lever, or under none. */
  private static List<String> missing(
      Machine machine, WorkloadFile workload, LeverFile lever, String under) {
    String mapTask = TaskPlanner.mapTask(workload);
    return workload.steps().stream()
        .map(WorkloadFile.Step::operation)
        .filter(o -> replaces(lever, o, mapTask))
        .distinct()
        .filter(o -> !machine.has(id(under, o)))
        .toList();
  }

  /** Whether something was measured under a lever. */
  public static boolean known(Machine machine, LeverFile lever) {
    String end = id(lever.name(), "");
    return machine.figures().all(Term.COST).keySet().stream().anyMatch(o -> o.endsWith(end));
  }

  /** Of some levers, those under which a workload's operations were measured. */
  public static List<LeverFile> measured(
      Machine machine, WorkloadFile workload, List<LeverFile> levers) {
    return all(machine, workload, levers, true);
  }

  /** Those under which they were not. */
  public static List<LeverFile> notMeasured(
      Machine machine, WorkloadFile workload, List<LeverFile> levers) {
    return all(machine, workload, levers, false);
  }

  /** Of levers that replace something, those under which a machine can predict, or cannot. */
  private static List<LeverFile> all(
      Machine machine, WorkloadFile workload, List<LeverFile> levers, boolean known) {
    // maps of a job without reduces collect nothing
    return levers.stream()
        .filter(lever -> !workload.mapsOnly() && !lever.replaces().isEmpty())
        .filter(lever -> missing(machine, workload, lever).isEmpty() == known)
        .toList();
  }

  /** Whether a job's map tasks were measured whole under each of some levers, by their names. */
  public static boolean wholeMaps(
      Machine machine, WorkloadFile workload, String codec, List<String> levers) {
    String usual = TaskPlanner.mapTask(workload);
    String task =
        workload.worksOnSample() || codec.equals(TaskFigures.CODEC)
            ? usual
            : TaskFigures.with(codec, usual);
    return levers.stream().allMatch(l -> machine.task(id(l, task)).isPresent());
  }

  /** Whether a machine can predict without a lever what it can predict with one. */
  public static boolean measuredWithout(Machine machine, WorkloadFile workload, LeverFile lever) {
    return missing(machine, workload, lever, LeverFile.NONE).isEmpty();
  }

  /** The command that measures what a workload's jobs need without a lever and with it. */
  public static String remedy(WorkloadFile workload, LeverFile lever) {
    return workload.worksOnSample()
        ? "corebound micro --profile %s --workload %s -- -p collector=%s,%s"
            .formatted(
                workload.sampledTasks().profile(),
                workload.sampledTasks().map().replaceFirst("\\.map$", ""),
                LeverFile.NONE,
                lever.name())
        : "corebound micro --profile " + lever.profile();
  }
}
