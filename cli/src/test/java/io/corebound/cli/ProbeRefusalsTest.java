package io.corebound.cli;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code corebound probe} refuses. */
class ProbeRefusalsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "probe dsk | unknown probe 'dsk'; did you mean 'disk'?",
        "probe --streems 1 | Unknown option: '--streems'; did you mean '--streams'?",
        "probe --streams 0 | --streams is a number from 1 to 64, not 0",
        "probe --streams x | 'x' is not a whole number",
        "probe --seconds 0 | --seconds is a number from 1 to 3600, not 0",
        "probe --repetitions 0 | --repetitions is a number from 1 to 100, not 0",
        "probe --size 15MiB | fio's file of 15MiB is too small; 8 streams take at least --size"
            + " 16MiB",
        "probe --size 32MiB --streams 64,1 | 64 streams take at least --size 64MiB",
        "probe --size 1GX | '1GX' has an unknown unit 'GX'",
        "probe --format yaml | --format",
        "probe --nominal oikawa-2012 | no machine 'oikawa-2012'",
        "probe --nominal oikawa-2013 | states neither disk nor network",
        "probe --data-dir /does/not/exist | data directory /does/not/exist: does not exist",
        "probe --results /dev/null | results folder /dev/null: /dev/null is a file",
        "probe --data-dir /dev/null | data directory /dev/null: is not a directory",
      })
  void badInputIsOneClearLineAndStatusTwo(String arguments, String message) throws Exception {
    Corebound.assertRefuses(arguments, message);
  }
}
