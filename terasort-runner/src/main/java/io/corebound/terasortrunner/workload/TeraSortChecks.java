package io.corebound.terasortrunner.workload;

import io.corebound.records.run.CellResult.Check;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What must be true of a TeraSort, because TeraValidate exits with 0 even when it found errors: its
 * output has no {@code error} line, its checksum equals the sum that TeraGen counted (the low 64
 * bits), and the row counters of the three jobs agree with what was asked for.
 */
final class TeraSortChecks {
  private static final BigInteger LOW_64 = BigInteger.ONE.shiftLeft(64);
  private static final String MAP_INPUT = "TaskCounter/MAP_INPUT_RECORDS";
  private static final String MAP_OUTPUT = "TaskCounter/MAP_OUTPUT_RECORDS";
  private static final String REDUCE_OUTPUT = "TaskCounter/REDUCE_OUTPUT_RECORDS";
  private static final String CHECKSUM = "TeraGen$Counters/CHECKSUM";

  private final List<Check> checks = new ArrayList<>();

  private TeraSortChecks() {}

  /**
   * Checks the three jobs.
   *
   * @param rows rows that were asked for
   * @param teragen counters of TeraGen, as {@code group/name}
   * @param terasort counters of TeraSort
   * @param teravalidate counters of TeraValidate
   * @param validation TeraValidate's output, its lines in any order
   */
  static List<Check> of(
      long rows,
      Map<String, Long> teragen,
      Map<String, Long> terasort,
      Map<String, Long> teravalidate,
      List<String> validation) {
    TeraSortChecks all = new TeraSortChecks();
    all.order(validation);
    all.checksum(teragen.get(CHECKSUM), validation);
    all.rows("rows that TeraGen wrote", rows, teragen.get(MAP_OUTPUT), teragen.get(MAP_INPUT));
    all.rows("rows that TeraSort read", rows, terasort.get(MAP_INPUT), null);
    all.rows("rows that TeraSort wrote", rows, terasort.get(REDUCE_OUTPUT), null);
    all.rows("rows that TeraValidate read", rows, teravalidate.get(MAP_INPUT), null);
    return List.copyOf(all.checks);
  }

  private void order(List<String> validation) {
    List<String> errors = validation.stream().filter(l -> l.startsWith("error")).toList();
    checks.add(
        new Check(
            "TeraValidate found the output in order",
            !validation.isEmpty() && errors.isEmpty(),
            validation.isEmpty()
                ? "its output is empty"
                : errors.isEmpty() ? "no error line" : String.join("; ", errors)));
  }

  private void checksum(Long counted, List<String> validation) {
    List<String> found =
        validation.stream()
            .filter(l -> l.startsWith("checksum"))
            .map(l -> l.substring("checksum".length()).strip())
            .toList();
    boolean equal = counted != null && found.size() == 1 && low64(found.get(0)) == counted;
    checks.add(
        new Check(
            "checksum of the output equals the input's",
            equal,
            "TeraGen "
                + (counted == null ? "none" : Long.toHexString(counted))
                + ", TeraValidate "
                + (found.isEmpty() ? "none" : String.join(" and ", found))));
  }

  private static long low64(String hexadecimal) {
    try {
      return new BigInteger(hexadecimal, 16).mod(LOW_64).longValue();
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  private void rows(String name, long expected, Long counter, Long otherwise) {
    Long counted = counter == null ? otherwise : counter;
    checks.add(
        new Check(
            name,
            counted != null && counted == expected,
            counted == null ? "no counter" : counted + " of " + expected));
  }
}
