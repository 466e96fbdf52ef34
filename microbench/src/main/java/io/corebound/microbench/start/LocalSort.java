package io.corebound.microbench.start;

import com.sun.management.OperatingSystemMXBean;
import java.io.File;
import java.lang.management.ManagementFactory;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.terasort.TeraGen;
import org.apache.hadoop.examples.terasort.TeraSort;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.util.ToolRunner;

/**
 * A small TeraSort in one JVM, by Hadoop's LocalJobRunner: a JVM that starts, loads Hadoop's
 * classes, compiles them, and runs a map and a reduce task, as every container does. Its CPU time
 * shows the machine's speed at that minute.
 */
public final class LocalSort {
  private LocalSort() {}

  /**
   * Sorts, and prints {@code cpu_ns} and the CPU time of its whole process, in ns; or generates the
   * input, and prints nothing.
   */
  public static void main(String[] arguments) throws Exception {
    if (arguments.length != 3 || !arguments[0].matches("generate|sort")) {
      System.err.println("usage: LocalSort generate <input> <records> | sort <input> <folder>");
      System.exit(2);
    }
    boolean generate = arguments[0].equals("generate");
    Configuration configuration = local(generate ? arguments[1] + ".tmp" : arguments[2]);
    if (generate) {
      // what one that was cut off has left
      FileUtil.fullyDelete(new File(arguments[1]));
      exitUnlessWell(
          ToolRunner.run(configuration, new TeraGen(), new String[] {arguments[2], arguments[1]}));
      return;
    }
    File output = new File(arguments[2], "output");
    FileUtil.fullyDelete(output);
    exitUnlessWell(
        ToolRunner.run(
            configuration, new TeraSort(), new String[] {arguments[1], output.getPath()}));
    OperatingSystemMXBean process =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    System.out.println("cpu_ns " + process.getProcessCpuTime());
  }

  private static Configuration local(String folder) {
    Configuration configuration = new Configuration();
    configuration.set("fs.defaultFS", "file:///");
    configuration.set("mapreduce.framework.name", "local");
    configuration.set("hadoop.tmp.dir", folder);
    // several spills, and a merge of them
    configuration.set("mapreduce.task.io.sort.mb", "8");
    // one reduce needs no sample, which would leave a link in the working directory
    configuration.set("mapreduce.terasort.simplepartitioner", "true");
    return configuration;
  }

  private static void exitUnlessWell(int status) {
    if (status != 0) {
      System.exit(status);
    }
  }
}
