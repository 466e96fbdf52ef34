package io.corebound.records.run;

import static io.corebound.records.Refusals.assertThatRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.records.format.CsvFiles;
import io.corebound.records.run.Samples.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Samples on their way to a file and back, and what broken files say. */
class SamplesTest {
  @TempDir Path folder;

  private Path file(String text) throws IOException {
    Path file = folder.resolve("node/sar-cpu.csv");
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  @Property(tries = 200)
  void everyFigureIsReadBackAsItWas(@ForAll("figures") List<Double> figures) throws IOException {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i + 2 < figures.size(); i += 3) {
      double timeS = Double.isNaN(figures.get(i)) ? i : figures.get(i);
      rows.add(new Row(timeS, "cpu" + i % 2, figures.subList(i + 1, i + 3)));
    }
    Samples samples = new Samples("node", "sar-cpu", List.of("a_percent", "b_percent"), rows);
    assertThat(samples.rows()).isEqualTo(rows);
    Path temporary = Files.createTempDirectory("test-of-corebound-");
    try {
      Path file = samples.write(temporary);
      assertThat(Samples.read(file)).isEqualTo(samples);
      // any CSV reader gives the same
      var table = CsvFiles.read(file, List.of("time_s", "device"));
      for (int i = 0; i < rows.size(); i++) {
        String text = table.get(i).get("b_percent");
        Double read = text.isEmpty() ? Double.NaN : Double.valueOf(text);
        assertThat((Object) read).isEqualTo(rows.get(i).values().get(1));
      }
      Files.delete(file);
      Files.delete(file.getParent());
    } finally {
      Files.delete(temporary);
    }
  }

  /** What tools print, what is computed from it, and every other double. */
  @Provide
  Arbitrary<List<Double>> figures() {
    Arbitrary<Double> hundredths = Arbitraries.integers().between(-300, 30_000).map(i -> i / 100.0);
    Arbitrary<Double> times =
        Arbitraries.integers().between(0, 4_000_000).map(i -> 1_763_716_801 + i / 1e3);
    Arbitrary<Double> megabytes =
        Arbitraries.integers().between(0, 90_000_000).map(i -> i / 100.0 * 1024 / 1e6);
    Arbitrary<Double> special =
        Arbitraries.of(
            Double.NaN,
            0.0,
            -0.0,
            Double.POSITIVE_INFINITY,
            Double.MIN_VALUE,
            Double.MAX_VALUE,
            9.007199254740993e15,
            2251799813685248.5,
            0.1 + 0.2);
    return Arbitraries.oneOf(
        hundredths.list().ofMaxSize(60),
        Arbitraries.oneOf(hundredths, megabytes, special).list().ofMaxSize(60),
        Arbitraries.oneOf(times, megabytes, Arbitraries.doubles()).list().ofMaxSize(60));
  }

  @Test
  void anHourOfSixteenCpusTakesFewBytesAndIsReadBack() {
    Random random = new Random(5);
    List<Row> rows = new ArrayList<>();
    for (int second = 0; second < 3600; second++) {
      for (int cpu = 0; cpu < 16; cpu++) {
        double user = random.nextInt(10_001) / 100.0;
        rows.add(new Row(1_763_716_801 + second, "" + cpu, List.of(user, 100 - user)));
      }
    }
    Samples samples = new Samples("node", "sar-cpu", List.of("user_percent", "idle_percent"), rows);
    Path file = samples.write(folder);
    Samples back = Samples.read(file);
    assertThat(back.rows()).isEqualTo(rows);
    assertThat(back.devices()).hasSize(16).startsWith("0", "1").endsWith("15");
    assertThat(back.rowsOf("3"))
        .isEqualTo(rows.stream().filter(r -> r.device().equals("3")).toList());
    assertThat(back.rowsOf("3").value(1, 1)).isEqualTo(rows.get(19).values().get(1));
    assertThat(back.rowsOf("15")).hasSize(3600);
    assertThat(back.rowsOf("15").timeS(3599)).isEqualTo(1_763_716_801 + 3599.0);
    assertThat(back.rowsOf("16")).isEmpty();
    assertThat(back.earliestS()).hasValue(1_763_716_801.0);
  }

  /** More rows than are kept together, with lines longer than what is read at once. */
  @Test
  void rowsThatComeOneAfterTheOtherAreThoseOfAList() throws IOException {
    String name = "d".repeat(70_000);
    Samples.Builder builder = new Samples.Builder("node", "s", List.of("a_percent"));
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 40_000; i++) {
      Row row = new Row(i / 2, i == 20_000 ? name : "d" + i % 2, List.of(i % 1000 / 8.0));
      rows.add(row);
      builder.add(row.timeS(), row.device(), new double[] {row.values().get(0)});
    }
    Samples samples = builder.build();
    assertThat(samples.rows()).isEqualTo(rows);
    assertThat(Samples.read(samples.write(folder))).isEqualTo(samples);
    assertThat(samples.timesS()).hasSize(20_000).isSorted();
    Samples later = samples.with(timeS -> timeS + 3600, device -> "all");
    assertThat(later.devices()).containsExactly("all");
    assertThat(later.rowsOf("all")).hasSize(40_000);
    assertThat(later.rowsOf("all").get(39_999)).isEqualTo(new Row(23_599, "all", List.of(124.875)));
  }

  @Test
  void namesThatNeedQuotesAndFilesOfOtherProgramsAreRead() throws IOException {
    List<Row> rows =
        List.of(
            new Row(1, "a, \"b\"", List.of(1.5)),
            new Row(1, "größe\nzwei", List.of(Double.NaN)),
            new Row(2, "", List.of(-3e-12)));
    Samples odd = new Samples("node", "sar-cpu", List.of("a_percent"), rows);
    assertThat(Samples.read(odd.write(folder))).isEqualTo(odd);
    Samples windows = Samples.read(file("device,x_percent,time_s\r\n\"all\",1e1,5\r\n"));
    assertThat(windows.rows()).containsExactly(new Row(5, "all", List.of(10.0)));
    assertThat(Samples.read(file("time_s,device,a_percent\n7,all,1.25")).rows())
        .containsExactly(new Row(7, "all", List.of(1.25)));
  }

  @Test
  void brokenFilesNameFileAndLine() throws IOException {
    Path cut = file("time_s,device,a_percent\n1,all,2\n2,al");
    assertThatRefused(() -> Samples.read(cut))
        .hasMessageStartingWith(cut + " line 3: has 2 cells; the header has 3; ")
        .hasMessageEndingWith("copy the run whole, or measure it again");
    Path words = file("time_s,device,a_percent\n1,all,much\n");
    assertThatRefused(() -> Samples.read(words))
        .hasMessageContaining(words + " line 2: not a number: ")
        .hasMessageContaining("much");
    Path timeless = file("time_s,device,a_percent\n,all,1\n");
    assertThatRefused(() -> Samples.read(timeless))
        .hasMessageContaining(timeless + " line 2: not a number");
    Path other = file("time,device\n1,all\n");
    assertThatRefused(() -> Samples.read(other))
        .hasMessageStartingWith(other + " line 1: no column time_s; ");
    assertThatRefused(() -> Samples.read(folder.resolve("none.csv")))
        .hasMessageContaining("cannot be read");
  }
}
