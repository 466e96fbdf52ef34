package io.corebound.records.history;

import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Why an attempt did not succeed, by what Hadoop 0.23 to 3.5 write into its diagnostics ({@code
 * ContainersMonitorImpl}, {@code TaskHeartbeatHandler}, {@code TaskImpl}, {@code JobImpl}, {@code
 * SchedulerUtils}, …). Several lines can tell of one end, so that the order counts: what ended an
 * attempt comes before what this did to others.
 */
public enum Cause {
  /** It reported nothing for too long. */
  TIMEOUT("timed out after [0-9]+ sec|failed to report status for|task(timedout|stuck): true"),
  /**
   * It ran beyond its memory, or out of heap; {@code SIGKILL} (137) without another word is the
   * kernel's.
   */
  MEMORY(
      "beyond (the ')?(physical|virtual)|beyond memory|outofmemory|java heap space"
          + "|gc overhead limit|oom handler|cannot allocate memory",
      -103,
      -104,
      137),
  /** A disk, a directory or a quota had no room, or failed. */
  DISK(
      "no space left on device|disk quota|disks? failed|diskspace quota|dsquotaexceeded|fserror:"
          + "|any valid local directory|exceeded the limits|is logging beyond",
      -101,
      -109),
  /** The scheduler took its container, or its job did for a map. */
  PREEMPTED("preempt|to make room for guaranteed", -102, -108),
  /** Another attempt of its task was faster. */
  SPECULATION("speculati|already succeeded|redundant|already given a go for committing"),
  /** Its node is gone or must not be used, or map output on one could not be fetched. */
  NODE(
      "lost node|unusable node|on a \\*lost\\* node|killed on shutdown|too many fetch.failures"
          + "|error in shuffle in|exceeded max_failed_unique_fetches",
      -100),
  /** The job's master died, and the next one did not take it over. */
  MASTER("killed during application recovery"),
  /** A user killed this attempt. */
  USER("(kill|fail) task attempt \\S+ received from"),
  /** Its job or its task was ended. */
  JOB(
      "job received kill|job is already|task kill is received|task has failed\\. killing"
          + "|application killed by resourcemanager",
      -106,
      -107),
  /** None of these. */
  OTHER("(?!)");

  /** Its NodeManager sends {@code SIGKILL} soon after {@code SIGTERM}: the status says no cause. */
  private static final Pattern BY_MASTER =
      Pattern.compile("killed by the applicationmaster", Pattern.CASE_INSENSITIVE);

  private final Pattern words;
  private final int[] statuses;

  Cause(String words, int... statuses) {
    this.words = Pattern.compile(words, Pattern.CASE_INSENSITIVE);
    this.statuses = statuses;
  }

  /**
   * The first cause whose words a diagnostic has, or else its container's exit status ({@code
   * ContainerExitStatus}) unless its master killed it; {@link #OTHER} for none or null.
   */
  public static Cause of(String diagnostic) {
    String text = diagnostic == null ? "" : diagnostic;
    return first(cause -> cause.words.matcher(text).find())
        .or(() -> exitStatus(text).flatMap(status -> first(cause -> cause.has(status))))
        .orElse(OTHER);
  }

  private static Optional<Integer> exitStatus(String text) {
    return BY_MASTER.matcher(text).find() ? Optional.empty() : Diagnostic.exitStatus(text);
  }

  private static Optional<Cause> first(Predicate<Cause> holds) {
    return Stream.of(values()).filter(holds).findFirst();
  }

  private boolean has(int status) {
    return IntStream.of(statuses).anyMatch(s -> s == status);
  }
}
