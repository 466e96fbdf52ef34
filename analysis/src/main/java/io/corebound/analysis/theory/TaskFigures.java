package io.corebound.analysis.theory;

import java.util.List;
import java.util.Map;

/**
 * What a whole task takes, measured alone in a fresh JVM, beyond the start of an empty one: its net
 * cold start, as far as its bytes go, and a cost a byte. The start of a container holds the empty
 * task.
 *
 * @param whole its figures as an operation's; the cold ones hold an empty task
 * @param curve how much of the cold start a task of few bytes pays
 * @param measuredAt parameters that it was measured with, by name
 */
public record TaskFigures(
    OperationFigures whole,
    double emptyCoreS,
    double emptyWallS,
    ColdCurve curve,
    Map<String, String> measuredAt) {
  public static final String MAP = "task.map";
  public static final String REDUCE = "task.reduce";
  static final List<String> ALL = List.of(MAP, REDUCE);

  /** The codec of the map output of those whole tasks that have none in their id. */
  public static final String CODEC = "snappy";

  /** Id of a whole task that was measured with another codec, {@code none} among them. */
  static String with(String codec, String task) {
    return task + "." + codec;
  }

  /** Core-seconds of the cold start of a task of so many bytes, without the empty task. */
  double netColdCoreS(double bytes) {
    return Math.max(0, whole.coldCoreS() - emptyCoreS) * curve.part(bytes);
  }

  /** Wall seconds of the cold start of a task of so many bytes, without the empty task. */
  double netColdWallS(double bytes) {
    return Math.max(0, whole.coldWallS() - emptyWallS) * curve.part(bytes);
  }

  /** The same with what a byte takes, once everything is compiled, multiplied. */
  TaskFigures warmTimes(double factor) {
    OperationFigures more =
        new OperationFigures(
            whole.byteBase(),
            whole.recordBytes(),
            whole.costNs() * factor,
            whole.wallNs() * factor,
            whole.coldCoreS(),
            whole.coldWallS(),
            whole.taskShare());
    return new TaskFigures(more, emptyCoreS, emptyWallS, curve, measuredAt);
  }

  /** A parameter that it was measured with, as a number; NaN where there is none. */
  double measuredAt(String parameter) {
    String value = measuredAt.getOrDefault(parameter, "");
    return value.matches("[0-9]{1,15}(\\.[0-9]{1,15})?") ? Double.parseDouble(value) : Double.NaN;
  }
}
