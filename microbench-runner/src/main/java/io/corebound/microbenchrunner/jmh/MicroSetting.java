package io.corebound.microbenchrunner.jmh;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
    Runnable watchdog) {
  /** Names files of one run; says nothing about how code runs. */
  private static final String HOSTS_FILE = "-Djdk.net.hosts.file=";

  /** Hash of what the JVMs of tasks are and of the flags that they get. */
  public String taskFlagsHash() {
    return hash(List.of());
  }

  /**
   * Hash of what the measured JVMs are and of the flags that they get: results of different ones
   * are never mixed.
   *
   * @param more flags besides those that tasks get and those that the user adds
   */
  public String jvmFlagsHash(List<String> more) {
    return hash(Stream.concat(more.stream(), options.jvmArguments().stream()).toList());
  }

  private String hash(List<String> more) {
    String flags =
        Stream.of(Stream.of(software), taskJvmFlags.stream(), more.stream())
            .flatMap(part -> part)
            .filter(flag -> !flag.startsWith(HOSTS_FILE))
            .collect(Collectors.joining(" "));
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(flags.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash).substring(0, 12);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
