package io.corebound.analysis.theory;

import io.corebound.analysis.Sentences;
import java.util.List;
import java.util.Set;

/**
 * Something that a prediction leaves out or does in another way, because it was not measured or is
 * not modelled.
 *
 * @param operation whose gap it is; empty for one of the machine
 * @param values what fills the places of its sentence
 */
public record Gap(Kind kind, String operation, List<Object> values) {

  /** Each has its sentence in {@code sentences.properties}. */
  public enum Kind {
    OTHER_JVM_FLAGS_LEFT_OUT,
    OPERATION_UNDER_OTHER_FLAGS,
    VARIANTS,
    NO_WALL,
    NO_COLD_COST,
    TASK_NOT_MEASURED,
    TASK_UNDER_OTHER_FLAGS,
    TASK_LACKS_ROWS,
    TASK_MEASURED_AT,
    TASK_WITHOUT_LEVER,
    FACTOR_IS_NOISE,
    NO_CONTENTION,
    PAGE_CACHE,
    NO_DISK_READ,
    NO_DISK_WRITE,
    NO_WRITE_BACK,
    NO_NETWORK,
    FILE_WITHOUT_DISK,
    FILE_WITHOUT_NETWORK,
    FILE_WITHOUT_START,
    STATED_DISK_ONE_WAY,
    STATED_DISK_WRITE_BACK,
    NO_COLLECTORS,
    NO_IDLE,
    NO_START,
    OTHER_CODEC,
    WITHOUT_CODEC,
    LEVER,
    LEVER_NOT_MEASURED,
    IN_STEP,
    RECORD_NOT_MEASURED,
    RECORD_OF_SAMPLE,
    NO_CLIENT,
    NO_MASTER,
    NO_RUNNING,
    OWN_HEARTBEATS,
    COLLECTORS_ONCE,
    SLOW_START,
    REPLICATION,
    NODES_SHARE_A_MACHINE,
    MORE_TASKS_THAN_CORES,
    OTHER_JVMS,
    EXTRAPOLATED,
    NO_CORES,
    DISTURBED,
    SPEED_OF_OTHERS,
    NO_INTERVAL;

    private static final Set<Kind> OF_DISK =
        Set.of(
            PAGE_CACHE,
            NO_DISK_READ,
            NO_DISK_WRITE,
            NO_WRITE_BACK,
            FILE_WITHOUT_DISK,
            STATED_DISK_ONE_WAY,
            STATED_DISK_WRITE_BACK);

    boolean ofDisk() {
      return OF_DISK.contains(this);
    }

    boolean ofNetwork() {
      return this == NO_NETWORK || this == FILE_WITHOUT_NETWORK;
    }
  }

  public static Gap of(Kind kind, Object... values) {
    return new Gap(kind, "", List.of(values));
  }

  static Gap ofOperation(String operation, Kind kind, Object... values) {
    return new Gap(kind, operation, List.of(values));
  }

  public Gap of(String other) {
    return new Gap(kind, other, values);
  }

  public String sentence() {
    return Sentences.of("gap." + kind, values.toArray());
  }
}
