package io.corebound.microbench.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WikiMarkupTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '^',
      textBlock =
          """
          a {{t|{{u|x}}|y={{v}}}} b              ~ a b
          a {{t| {| class="x" |- | c |} }} b     ~ a b
          a {| |- | {{t|c}} {| |- | d |} |} b    ~ a b
          a {{t never closed                     ~ a t never closed
          a }} b |} c                            ~ a b c
          {{t|a=|}}b                             ~ b
          a <ref>{{cite|x}} [[y]]</ref>b         ~ a b
          a<ref name=x/> b<ref name="y" />c      ~ a bc
          a<ref name="x/y">d</ref> b             ~ a b
          x <math>{{a}_{b</math> y               ~ x y
          x <!-- {{ --> y                        ~ x y
          x <!-- never closed                    ~ x
          H<sub>2</sub>O<br />                   ~ H2O
          [[a]] [[b|c]]s [[d#e|f]]               ~ a cs f
          [[File:p.jpg|thumb|of [[a|b]] c]]d     ~ d
          [[image:p.jpg|of a]] [[Category:b]]c   ~ c
          [[:Category:b]] [[de:Wort]]            ~ Category:b
          [[wikt:word|Word]]                     ~ Word
          [http://x.org/a?b label one] z         ~ label one z
          [https://x.org] [//x.org] z            ~ z
          '''''a''''' ''b'' don't                ~ a b don't
          == Heading ==                          ~ Heading
          *:# item                               ~ item
          __NOTOC__ a ---- b                     ~ a ---- b
          a&nbsp;b &lt;c&gt; &#65;&#x42; &zzz;   ~ a b <c> AB &zzz;
          &#xD800; &#1114112;                    ~ &#xD800; &#1114112;
          Word ({{IPA|x}}; ) is                  ~ Word is
          """)
  void markupGoesAndTextStays(String markup, String text) {
    WikiMarkup wiki = new WikiMarkup(Set.of("file", "image", "category"));
    assertThat(wiki.plain(markup).trim()).isEqualTo(text);
  }

  @Test
  void tenThousandLevelsTakeNoTime() {
    String deep = "{{[[".repeat(10_000) + "x" + "]]}}".repeat(10_000) + "{{".repeat(10_000) + "y";
    assertThat(
            assertTimeout(Duration.ofSeconds(5), () -> new WikiMarkup(Set.of()).plain(deep).trim()))
        .isEqualTo("y");
  }
}
