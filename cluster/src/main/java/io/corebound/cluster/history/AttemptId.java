package io.corebound.cluster.history;

import io.corebound.records.history.TaskType;

/** Which attempt of a job's tasks one is. */
record AttemptId(TaskType type, int task, int number) {
  /** Reads Hadoop's {@code attempt_1700000000000_0001_m_000012_0}. */
  static AttemptId of(String id) throws BrokenHistory {
    String[] parts = id.split("_");
    if (parts.length != 6) {
      throw new BrokenHistory("'%s' is no attempt's id", id);
    }
    return new AttemptId(type(parts[3], id), number(parts[4], id), number(parts[5], id));
  }

  /** Number of the task in Hadoop's {@code task_1700000000000_0001_m_000012}. */
  static int task(String id) throws BrokenHistory {
    return number(id.substring(id.lastIndexOf('_') + 1), id);
  }

  private static TaskType type(String letter, String id) throws BrokenHistory {
    return switch (letter) {
      case "m" -> TaskType.MAP;
      case "r" -> TaskType.REDUCE;
      default -> throw new BrokenHistory("'%s' is the id of no map and no reduce", id);
    };
  }

  private static int number(String digits, String id) throws BrokenHistory {
    try {
      int number = Integer.parseInt(digits);
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // as for a number below zero
    }
    throw new BrokenHistory("'%s' is the id of no task", id);
  }
}
