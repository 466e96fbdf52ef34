package io.corebound.analysis.theory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TermsTableTest {
  private static final Path PAGE = Path.of("../docs/model.md");
  private static final String BEGIN = "<!-- terms: written by TermsTableTest -->\n";
  private static final String END = "<!-- end of terms -->\n";

  @Test
  void tableOfTheDocumentIsTheList() throws IOException {
    WrittenPart.assertIs(table(), PAGE, BEGIN, END);
    assertThat(table().lines()).allMatch(line -> line.length() <= 120);
  }

  @Test
  void everyGapHasItsSentence() {
    for (Gap.Kind kind : Gap.Kind.values()) {
      assertThat(Gap.of(kind, "1", "2", "3", "4", "5", "6").sentence()).isNotBlank();
    }
  }

  private static String table() {
    return Arrays.stream(Term.values())
        .map(
            t ->
                "%s | %s | %s | `%s:%s` | %s\n"
                    .formatted(
                        t.id(),
                        t.kind.name().toLowerCase(Locale.ROOT),
                        t.unit,
                        t.operation == null ? "*" : t.operation,
                        t.metric,
                        t.without()))
        .collect(
            Collectors.joining(
                "", "\nterm | kind | unit | row | without it\n---|---|---|---|---\n", "\n"));
  }
}
