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
 * @param cpus logical CPUs that the measured JVMs may use, like tasks of a node; empty for all
 * @param taskJvmFlags exactly the flags that tasks get
 * @param localFolder on tmpfs for input, spills and segments
 * @param roomForInput whether memory has room for input to stay for the next fork
 * @param watched process id by role of the daemons whose CPU counts
 * @param watchdog called often while a suite runs; throws when a daemon has ended
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
  /** Flags that name files of one run; they do not change how code runs. */
  private static final String HOSTS_FILE = "-Djdk.net.hosts.file=";

  /** Hash of the tasks' software and JVM flags. */
  public String taskFlagsHash() {
    return hash(List.of());
  }

  /**
   * Hash of the measured JVMs' software and flags: results with different hashes are never mixed.
   *
   * @param more flags besides those of tasks and those that the user adds
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
