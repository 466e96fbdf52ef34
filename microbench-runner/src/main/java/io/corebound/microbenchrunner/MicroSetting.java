package io.corebound.microbenchrunner;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Where and with what the micro suites run.
 *
 * @param java the JVM that is measured: the one that tasks run on
 * @param classPath the benchmarks, JMH and Hadoop
 * @param cpus logical CPUs that the measured JVMs may use, as a task's on a node of so many cores;
 *     empty for all
 * @param software JDK and Hadoop by their versions
 * @param taskJvmFlags exactly the flags that tasks get
 * @param fileSystem URI of the cluster's HDFS; empty when there is none
 * @param localFolder local folder on tmpfs for input, spills and segments
 * @param roomForInput whether memory has room for the largest suite once more: then input stays for
 *     the next fork
 * @param rawFolder where JMH's own output is kept
 * @param watched process id by role of the daemons whose CPU counts
 * @param options JMH's own options, added by the user
 * @param flames draws flame graphs meanwhile; null when none are wanted
 * @param watchdog called often while a suite runs; throws when the cluster has lost a daemon
 */
public record MicroSetting(
    Path java,
    String classPath,
    List<Integer> cpus,
    String software,
    List<String> taskJvmFlags,
    String fileSystem,
    Path localFolder,
    BooleanSupplier roomForInput,
    Path rawFolder,
    Map<String, Long> watched,
    JmhOptions options,
    FlameGraphs flames,
    Runnable watchdog) {}
