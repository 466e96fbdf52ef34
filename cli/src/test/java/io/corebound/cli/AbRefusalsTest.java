package io.corebound.cli;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings that {@code corebound micro --ab} refuses before it measures. */
class AbRefusalsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "micro sort --ab -Xint | --ab needs two settings, each in quotes",
        "micro sort --ab -Xint --java /usr | --ab, setting B '--java': Missing required parameter"
            + " for option '--java' (HOME)",
        "micro sort --ab -Xint Xint | --ab, setting B 'Xint': 'Xint' is none of --java HOME,"
            + " --hadoop-home DIR and JVM flags",
        "micro sort --ab --java=/does/not/exist -Xint | /does/not/exist: not a JDK",
        "micro sort --ab -Xint -XX:+UseFoo | Unrecognized VM option 'UseFoo'",
        "micro start --ab -Xint -Xcomp | --ab cannot measure idle, start",
        "micro sort --ab -Xint -Xcomp --threshold -1 | the threshold is from 0 to 1000 percent",
        "micro sort --ab -Xint -Xcomp --host node | --ab and --host do not go together",
        "micro sort --threshold 3 | --threshold is for the comparison of two settings",
      })
  void badSettingIsOneClearLineAndStatusTwo(String arguments, String message) throws Exception {
    Corebound.assertRefuses(arguments, message);
  }
}
