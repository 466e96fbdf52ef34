package io.corebound.cluster.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.records.history.Setting;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Configurations after copies that changed them: as text, in another encoding, joined. */
class CopiedJobXmlTest {
  private static final String BODY =
      """
      <configuration>
      <property><name>mapreduce.task.io.sort.mb</name><value>217</value></property>
      </configuration>
      """;

  @TempDir Path folder;

  private Map<Setting, String> read(String text, Charset charset) throws IOException {
    return JobXml.read(
        Files.write(folder.resolve("job.xml"), text.getBytes(charset)),
        "job_1700000000000_0001",
        new ArrayList<>());
  }

  @ParameterizedTest
  @CsvSource({
    "UTF-8, ''",
    // with a byte order mark
    "UTF-8, '\ufeff'",
    "UTF-16LE, '\ufeff'",
    "UTF-16BE, '\ufeff'",
  })
  void encodingsAndLineEndsAreRead(String charset, String mark) throws Exception {
    for (String end : new String[] {"\n", "\r\n", "\r"}) {
      assertThat(read(mark + BODY.replace("\n", end), Charset.forName(charset)).values())
          .containsExactly("217");
    }
  }

  @ParameterizedTest
  @CsvSource({"'', 4", "'<?xml version=\"1.0\"?>', 4"})
  void secondConfigurationOfAFileIsNamedByItsLine(String head, int line) {
    assertThatThrownBy(() -> read(head + BODY + head + BODY, StandardCharsets.UTF_8))
        .isInstanceOf(CoreboundException.class)
        .hasMessageContaining("job.xml line %d: a second configuration begins", line);
  }

  @ParameterizedTest
  @CsvSource({"UTF-8, ''", "UTF-16LE, '\ufeff'"})
  void otherTextAfterItsEndIsNoSecondOne(String charset, String mark) {
    assertThatThrownBy(() -> read(mark + BODY + "cut here", Charset.forName(charset)))
        .isInstanceOf(CoreboundException.class)
        .hasMessageContaining("job.xml line 4: text follows its end");
    assertThatThrownBy(() -> read(mark + BODY + BODY, Charset.forName(charset)))
        .hasMessageContaining("job.xml line 4: a second configuration begins");
  }

  @Test
  void cutConfigurationIsNoSecondOne() {
    assertThatThrownBy(() -> read(BODY.substring(0, 60), StandardCharsets.UTF_8))
        .isInstanceOf(CoreboundException.class)
        .hasMessageContaining("or not all of it");
  }
}
