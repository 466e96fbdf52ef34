package io.corebound.microbench.shuffle;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.function.Consumer;
import org.apache.hadoop.mapred.AMFeedback;
import org.apache.hadoop.mapred.MapTaskCompletionEventsUpdate;
import org.apache.hadoop.mapred.TaskCompletionEvent;
import org.apache.hadoop.mapred.TaskStatus;
import org.apache.hadoop.mapred.TaskUmbilicalProtocol;

/**
 * An application's master as a task sees it, in the task's own process: all maps have finished, on
 * one node, and every task may commit.
 */
public final class TaskMaster {
  private final TaskCompletionEvent[] events;
  private final Consumer<TaskStatus> statuses;

  /** The master of a job with this task only. */
  public TaskMaster() {
    this(status -> {});
  }

  /** The same, which hands on the status of the task. */
  public TaskMaster(Consumer<TaskStatus> statuses) {
    this(0, "", statuses);
  }

  TaskMaster(int maps, String address) {
    this(maps, address, status -> {});
  }

  TaskMaster(int maps, String address, Consumer<TaskStatus> statuses) {
    this.statuses = statuses;
    events = new TaskCompletionEvent[maps];
    for (int i = 0; i < maps; i++) {
      events[i] =
          new TaskCompletionEvent(
              i, ShuffleServer.map(i), i, true, TaskCompletionEvent.Status.SUCCEEDED, address);
    }
  }

  /** The protocol between a task and its master. Hadoop's versions differ in its methods. */
  public TaskUmbilicalProtocol protocol() {
    return (TaskUmbilicalProtocol)
        Proxy.newProxyInstance(
            TaskUmbilicalProtocol.class.getClassLoader(),
            new Class<?>[] {TaskUmbilicalProtocol.class},
            (proxy, method, arguments) -> answer(method, arguments));
  }

  private Object answer(Method method, Object[] arguments) {
    switch (method.getName()) {
      case "getMapCompletionEvents":
        int from = Math.min((Integer) arguments[1], events.length);
        int to = (int) Math.min((long) from + (Integer) arguments[2], events.length);
        return new MapTaskCompletionEventsUpdate(Arrays.copyOfRange(events, from, to), false);
      case "statusUpdate":
        // a task without news sends no status, only that it is alive
        if (arguments[1] != null) {
          statuses.accept((TaskStatus) arguments[1]);
        }
        AMFeedback found = new AMFeedback();
        found.setTaskFound(true);
        return found;
      case "canCommit":
        return true;
      case "commitPending":
      case "done":
        return null;
      default:
        throw new UnsupportedOperationException(
            method.getName() + Arrays.toString(arguments) + " is not expected of a task");
    }
  }
}
