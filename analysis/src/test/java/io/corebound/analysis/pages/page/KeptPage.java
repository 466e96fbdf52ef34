package io.corebound.analysis.pages.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A whole page, held against a kept one in the test's resources. A change of its words means to
 * change that file: {@code -Dkept.rewrite=true} writes it.
 */
public final class KeptPage {
  private KeptPage() {}

  /** The page as Markdown, without charts, is the kept file beside a test class. */
  public static void assertUnchanged(Page page, Class<?> test, String file) {
    assertUnchanged(MarkdownReport.render(page.withoutCharts()), test, file);
  }

  /** A text is the kept file beside a test class. */
  public static void assertUnchanged(String text, Class<?> test, String file) {
    try {
      if (Boolean.getBoolean("kept.rewrite")) {
        Path kept =
            Path.of("src/test/resources", test.getPackageName().replace('.', '/')).resolve(file);
        Files.createDirectories(kept.getParent());
        Files.writeString(kept, text);
        return;
      }
      try (InputStream in = test.getResourceAsStream(file)) {
        assertThat(in).as(file + " is kept").isNotNull();
        assertThat(text).isEqualTo(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
