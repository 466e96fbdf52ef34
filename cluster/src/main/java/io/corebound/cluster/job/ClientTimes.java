package io.corebound.cluster.job;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** CPU time as the shell's {@code times} prints it: own, then that of the ended children. */
public final class ClientTimes {
  private static final Pattern LINE = Pattern.compile("([0-9]+)m([0-9.]+)s ([0-9]+)m([0-9.]+)s");

  private ClientTimes() {}

  /** Both together; empty when the shell was ended before it could write. */
  public static Optional<Cpu> read(Path file) {
    return parse(LogFile.text(file));
  }

  static Optional<Cpu> parse(String text) {
    Matcher matcher = LINE.matcher(text);
    Cpu sum = Cpu.NONE;
    int lines = 0;
    for (; matcher.find(); lines++) {
      sum =
          sum.plus(
              new Cpu(
                  seconds(matcher.group(1), matcher.group(2)),
                  seconds(matcher.group(3), matcher.group(4))));
    }
    return lines == 2 ? Optional.of(sum) : Optional.empty();
  }

  private static double seconds(String minutes, String seconds) {
    return Long.parseLong(minutes) * 60 + Double.parseDouble(seconds);
  }
}
