package io.corebound.cluster.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.ExitStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrintedValueTest {
  /** As scripts of Hadoop 3 and Log4j print them. */
  private static final String BESIDE =
      """
      WARNING: HADOOP_PREFIX has been replaced by HADOOP_HOME. Using value of HADOOP_PREFIX.
      2026-11-26 12:00:00,001 WARN util.NativeCodeLoader: Unable to load native-hadoop library
      """;

  @ParameterizedTest
  @CsvSource({
    "VERSION, Hadoop 3.1.1.7.1.7.0-551",
    "USER, hdfs",
    "USER, anna-maria.k@EXAMPLE.COM",
    "ADDRESS, hdfs://nameservice1",
    "ADDRESS, abfs://data@account.dfs.core.windows.net",
    "ADDRESS, file:///",
    "AUTHENTICATION, KERBEROS",
    "KIND_OF_FILE, regular file",
  })
  void valueIsKnownByItsFormBeforeAndAfterOtherLines(PrintedValue value, String said) {
    assertThat(value.in("c", said + "\n")).isEqualTo(said);
    assertThat(value.in("c", BESIDE + said + "\n")).isEqualTo(said);
    assertThat(value.in("c", said + "\r\n" + BESIDE)).isEqualTo(said);
  }

  @Test
  void ofSeveralLinesOfTheFormTheLastCounts() {
    assertThat(PrintedValue.USER.in("c", "Welcome\nanna\n")).isEqualTo("anna");
  }

  @ParameterizedTest
  @CsvSource({
    "VERSION, Hadoop is not set up",
    "USER, no such user",
    "ADDRESS, master:8020",
    "ADDRESS, hdfs://a b",
    "AUTHENTICATION, simple and kerberos",
    "KIND_OF_FILE, no directory",
  })
  void whatHasNotTheFormIsRefusedWithWhatWasPrinted(PrintedValue value, String said) {
    assertThatThrownBy(() -> value.in("hadoop x", BESIDE + said))
        .isInstanceOfSatisfying(
            CoreboundException.class,
            e -> assertThat(e.status()).isEqualTo(ExitStatus.INVALID_INPUT))
        .hasMessageStartingWith("'hadoop x' printed 'WARNING: HADOOP_PREFIX has been replaced")
        .hasMessageContaining(said)
        .hasMessageNotContaining("\n");
  }
}
