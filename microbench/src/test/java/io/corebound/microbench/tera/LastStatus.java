package io.corebound.microbench.tera;

import io.corebound.microbench.shuffle.TaskMaster;
import java.lang.reflect.Proxy;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.TaskStatus;
import org.apache.hadoop.mapred.TaskUmbilicalProtocol;
import org.apache.hadoop.mapreduce.TaskCounter;

/** A task's master that keeps what the task last told it. */
final class LastStatus {
  private Counters counters;

  TaskUmbilicalProtocol protocol() {
    TaskUmbilicalProtocol master = new TaskMaster().protocol();
    return (TaskUmbilicalProtocol)
        Proxy.newProxyInstance(
            TaskUmbilicalProtocol.class.getClassLoader(),
            new Class<?>[] {TaskUmbilicalProtocol.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("statusUpdate")) {
                counters = ((TaskStatus) arguments[1]).getCounters();
              }
              return method.invoke(master, arguments);
            });
  }

  long counter(TaskCounter name) {
    return counters.getCounter(name);
  }
}
