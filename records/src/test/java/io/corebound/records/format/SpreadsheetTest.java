package io.corebound.records.format;

import static io.corebound.records.Refusals.assertThatRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.records.config.NetworkFile;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.Samples;
import io.corebound.records.units.Mean;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files that went through a spreadsheet or an editor: what does no harm is read, the rest named.
 */
class SpreadsheetTest {
  private static final String MARK = "\uFEFF";
  private static final List<Measurement> ROWS =
      List.of(
          new Measurement(
              "probe",
              "disk.read",
              Map.of("tool", "fio"),
              "wall",
              1,
              "rate",
              "MB/s",
              "file",
              new Mean(512.25, 11.75, 3),
              "",
              "raw/probe/fio-read-3.json"));

  @TempDir Path folder;
  private Path file;
  private String written;

  @BeforeEach
  void write() throws IOException {
    file = folder.resolve("measurements.csv");
    Measurement.write(file, ROWS);
    written = Files.readString(file);
  }

  private void save(String text, Charset charset) throws IOException {
    Files.write(file, text.getBytes(charset));
  }

  private AbstractThrowableAssert<?, ? extends Throwable> assertRefused(String text)
      throws IOException {
    save(text, StandardCharsets.UTF_8);
    return assertThatRefused(() -> Measurement.read(file));
  }

  @Test
  void aByteOrderMarkQuotesAndCarriageReturnsAreRead() throws IOException {
    for (String text :
        List.of(
            MARK + written,
            written.replace("\n", "\r\n"),
            MARK + written.replaceAll("[^,\n]+", "\"$0\"").replace("\n", "\r\n"))) {
      save(text, StandardCharsets.UTF_8);
      assertThat(Measurement.read(file)).isEqualTo(ROWS);
    }
  }

  @Test
  void oneMessageNamesAllThatASpreadsheetChanged() throws IOException {
    String table = written.replace(",", ";").replace("512.25", "512,25");
    assertRefused(MARK + "sep=;\r\n" + table.replace("\n", "\r\n"))
        .hasMessageStartingWith(
            "%s line 1: a spreadsheet wrote it: it begins with 'sep=;', its cells are separated by"
                + " semicolons, not by commas, its numbers have decimal commas; ",
            file);
    assertRefused("sep=,\n" + written)
        .hasMessageStartingWith(
            "%s line 1: a spreadsheet wrote it: it begins with 'sep=,'; ", file);
    assertRefused(written.replace(",", "\t"))
        .hasMessageStartingWith(
            "%s line 1: a spreadsheet wrote it: its cells are separated by tabs, not by commas; ",
            file);
  }

  @Test
  void aDecimalCommaAmongCommasAndUtf16AreNamed() throws IOException {
    assertRefused(written.replace("512.25", "\"512,25\""))
        .hasMessageStartingWith("%s line 2: not a number: ", file)
        .hasMessageContaining("decimal comma");
    save(MARK + written, StandardCharsets.UTF_16LE);
    assertThatThrownBy(() -> Measurement.read(file))
        .hasMessageStartingWith(file + ": is not UTF-8 text but UTF-16");
  }

  @Test
  void samplesAreReadOrTheirCauseNamedAsWell() throws IOException {
    Path samples = folder.resolve("node/iostat-disk.csv");
    Files.createDirectories(samples.getParent());
    Files.writeString(samples, MARK + "time_s,device,util_percent\r\n5,sda,1.5\r\n");
    assertThat(Samples.read(samples).rows())
        .containsExactly(new Samples.Row(5, "sda", List.of(1.5)));
    Files.writeString(samples, "time_s;device;util_percent\n5;sda;1,5\n");
    assertThatThrownBy(() -> Samples.read(samples))
        .hasMessageStartingWith(samples + " line 1: a spreadsheet wrote it: ");
  }

  @Test
  void aByteOrderMarkBeforeYamlIsSkipped() throws IOException {
    Path yaml = folder.resolve("network.yaml");
    String text = Files.readString(Path.of("../configs/network/ethernet-1g.yaml"));
    Files.writeString(yaml, MARK + text.replace("\n", "\r\n"));
    assertThat(StructuredFiles.readYaml(yaml, NetworkFile.class))
        .isEqualTo(
            StructuredFiles.readYaml(
                Path.of("../configs/network/ethernet-1g.yaml"), NetworkFile.class));
  }
}
