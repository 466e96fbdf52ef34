package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code corebound micro} refuses before it measures. */
class MicroRefusalsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "micro srot | unknown suite 'srot'; did you mean 'sort'?",
        "micro sort --profile quik | no profile 'quik'",
        "micro --lits | Unknown option: '--lits'",
        "micro sort --corpus /does/not/exist | --corpus /does/not/exist: is not a file",
        "micro sort -- -p record=5 | no chosen suite has a parameter 'record'; did you mean"
            + " 'records'?",
        "micro sort -- -rff x.json | JMH's option -rff cannot be given",
        "micro sort -- --nonsense | nonsense",
        "micro sort -- -f 0 | JMH's option -f is a whole number from 1 on",
      })
  void badInputIsOneClearLineAndStatusTwo(String arguments, String message) throws Exception {
    Corebound.assertRefuses(arguments, message);
  }

  @Test
  void profileWithAnUnknownParameterSuggestsTheNearest(@TempDir Path folder) throws Exception {
    Path profile = MicroIT.profile(folder);
    Files.writeString(
        profile, Files.readString(profile).replace("{sortMib: [1]}", "{recods: [5]}"));
    Corebound.Result result = Corebound.run("micro", "--profile", profile.toString());
    assertThat(result.err()).contains("has no parameter 'recods'; did you mean 'records'?");
    assertThat(result.status()).isEqualTo(2);
  }
}
