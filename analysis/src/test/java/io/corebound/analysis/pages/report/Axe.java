package io.corebound.analysis.pages.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.openqa.selenium.JavascriptExecutor;

/** axe-core, Deque's search for what keeps people out of a page, put into the page that is open. */
final class Axe {
  private final JavascriptExecutor browser;

  Axe(JavascriptExecutor browser) {
    this.browser = browser;
  }

  /** Puts the script into the page. */
  void load() throws IOException {
    try (InputStream script = Axe.class.getResourceAsStream("/axe.min.js")) {
      browser.executeScript(new String(script.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  /** What is of serious or critical impact, a line each: rule, what is wrong, where. */
  @SuppressWarnings("unchecked")
  List<String> serious() {
    return (List<String>)
        browser.executeAsyncScript(
            """
            const done = arguments[0];
            axe.run(document, {resultTypes: ['violations'], preload: false}).then(
                result => done(result.violations
                    .filter(v => v.impact === 'serious' || v.impact === 'critical')
                    .map(v => v.id + ': ' + v.help + ': '
                        + v.nodes.slice(0, 6).map(n => n.target + ' '
                            + (n.any[0] ? n.any[0].message : '')).join('; '))),
                error => done(['axe did not run: ' + error]));
            """);
  }
}
