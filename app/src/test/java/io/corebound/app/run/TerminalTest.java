package io.corebound.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TerminalTest {
  @ParameterizedTest
  @CsvSource({"132, 132", "80, 80", "7, 40", "0, 100", "wide, 100", "-80, 100", ", 100"})
  void linesAreAsWideAsTheTerminalAndAHundredWhereThatIsNotKnown(String columns, int width) {
    assertThat(Terminal.width(columns)).isEqualTo(width);
  }
}
