package io.corebound.analysis.theory;

import io.corebound.records.config.LeverFile;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.run.Measurement;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

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
      Pattern.compile("contention|speed|idle|collectors|(disk|network|memory)\\..*");

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
    return missing(machine, workload, lever, LeverFile.parts(lever.name()));
  }

  /**
   * The operations that a lever replaces and a machine lacks under every one of some levers, or
   * under none.
   */
  private static List<String> missing(
      Machine machine, WorkloadFile workload, LeverFile lever, List<String> under) {
    String mapTask = TaskPlanner.mapTask(workload);
    return workload.steps().stream()
        .map(WorkloadFile.Step::operation)
        .filter(o -> replaces(lever, o, mapTask))
        .distinct()
        .filter(o -> under.stream().noneMatch(u -> machine.has(id(u, o))))
        .toList();
  }

  /** Those of the levers that one consists of, by their names, under which nothing was measured. */
  public static List<String> unknown(Machine machine, LeverFile lever) {
    List<String> starts = LeverFile.parts(starts(machine.figures(), lever).orElse(""));
    Set<String> operations = machine.figures().all(Term.COST).keySet();
    return LeverFile.parts(lever.name()).stream()
        .filter(part -> !starts.contains(part))
        .filter(part -> operations.stream().noneMatch(o -> o.endsWith(id(part, ""))))
        .toList();
  }

  /**
   * The lever under which the start of containers was measured that has most in common with one,
   * and nothing that this has not, by its name; empty where there is none.
   */
  static Optional<String> starts(Figures figures, LeverFile lever) {
    List<String> parts = LeverFile.parts(lever.name());
    return figures.all(Term.CONTAINER).keySet().stream()
        .filter(measured -> parts.containsAll(LeverFile.parts(measured)))
        .max(Comparator.comparingInt(measured -> LeverFile.parts(measured).size()));
  }

  /** Of some levers and pairs of them, those with which a machine can predict a workload's jobs. */
  public static List<LeverFile> measured(
      Machine machine, WorkloadFile workload, List<LeverFile> levers) {
    return Stream.concat(levers.stream(), pairs(levers))
        .filter(lever -> concerns(workload, lever) || lever.hasFlagsOfContainers())
        .filter(lever -> missing(machine, workload, lever).isEmpty())
        .filter(lever -> unknown(machine, lever).isEmpty())
        .toList();
  }

  private static Stream<LeverFile> pairs(List<LeverFile> levers) {
    return levers.stream()
        .flatMap(
            one ->
                levers.stream()
                    .filter(
                        other ->
                            !one.replaces().isEmpty() && other.replaces().isEmpty()
                                || one.hasFlagsOfContainers()
                                    && other.hasFlagsOfContainers()
                                    && one.name().compareTo(other.name()) < 0)
                    .map(other -> LeverFile.together(List.of(one, other))));
  }

  /** Of levers that replace something, those with which it cannot. */
  public static List<LeverFile> notMeasured(
      Machine machine, WorkloadFile workload, List<LeverFile> levers) {
    return levers.stream()
        .filter(lever -> concerns(workload, lever))
        .filter(lever -> !missing(machine, workload, lever).isEmpty())
        .toList();
  }

  /** Maps of a job without reduces collect nothing. */
  private static boolean concerns(WorkloadFile workload, LeverFile lever) {
    return !workload.mapsOnly() && !lever.replaces().isEmpty();
  }

  /** Whether a job's map tasks were measured whole under each of some levers. */
  public static boolean wholeMaps(
      Machine machine, WorkloadFile workload, String codec, Collection<LeverFile> levers) {
    String usual = TaskPlanner.mapTask(workload);
    String task =
        workload.worksOnSample() || codec.equals(TaskFigures.CODEC)
            ? usual
            : TaskFigures.with(codec, usual);
    return levers.stream()
        .allMatch(
            lever ->
                !replaces(lever, task, usual) && machine.task(task).isPresent()
                    || LeverFile.parts(lever.name()).stream()
                        .anyMatch(part -> machine.task(id(part, task)).isPresent()));
  }

  /** Whether a machine can predict without a lever what it can predict with one. */
  public static boolean measuredWithout(Machine machine, WorkloadFile workload, LeverFile lever) {
    return missing(machine, workload, lever, List.of(LeverFile.NONE)).isEmpty();
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
