package io.corebound.cluster.job;

import io.corebound.hosts.process.CpuTicks;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** CPU time. */
public record Cpu(double userS, double systemS) {
  public static final Cpu NONE = new Cpu(0, 0);

  private static final Pattern TIMES = Pattern.compile("([0-9]+)m([0-9.]+)s ([0-9]+)m([0-9.]+)s");

  public static Cpu of(CpuTicks ticks) {
    return new Cpu(ticks.user() / CpuTicks.PER_SECOND, ticks.system() / CpuTicks.PER_SECOND);
  }

  /**
   * The output of the shell's {@code times}: its own CPU time, then that of its ended children.
   *
   * @return both together; empty when the shell was ended before it could write
   */
  public static Optional<Cpu> ofTimes(String text) {
    Matcher line = TIMES.matcher(text);
    Cpu sum = NONE;
    int lines = 0;
    for (; line.find(); lines++) {
      sum =
          sum.plus(
              new Cpu(
                  Long.parseLong(line.group(1)) * 60 + Double.parseDouble(line.group(2)),
                  Long.parseLong(line.group(3)) * 60 + Double.parseDouble(line.group(4))));
    }
    return lines == 2 ? Optional.of(sum) : Optional.empty();
  }

  /** User and system. */
  public double totalS() {
    return userS + systemS;
  }

  public Cpu plus(Cpu other) {
    return new Cpu(userS + other.userS, systemS + other.systemS);
  }

  /** The increase since an earlier reading; never below zero. */
  Cpu since(Cpu earlier) {
    return new Cpu(Math.max(0, userS - earlier.userS), Math.max(0, systemS - earlier.systemS));
  }
}
