package io.corebound.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.trino.tpch.LineItem;
import io.trino.tpch.LineItemGenerator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole jobs of Hadoop's local runner, beside the generator itself and a straight loop. */
class LineitemTest {
  private static final double SCALE = 0.01;

  @TempDir Path folder;

  @Test
  void filesHaveTheTablesRowsInOrderAndScansCountWhatTheGeneratorCounted() throws Exception {
    Path table = folder.resolve("table");
    Counters made = run(gen().job("0.01", "2", "0.01", table.toString()));
    List<String> rows = new ArrayList<>();
    for (LineItem row : new LineItemGenerator(SCALE, 1, 1)) {
      rows.add(row.toLine());
    }
    List<String> written = new ArrayList<>(Files.readAllLines(table.resolve("part-m-00000")));
    assertThat(written.size()).isBetween(rows.size() * 4 / 10, rows.size() * 6 / 10);
    written.addAll(Files.readAllLines(table.resolve("part-m-00001")));
    assertThat(written).isEqualTo(rows);
    assertThat(made.findCounter(LineitemGen.Made.ROWS).getValue()).isEqualTo(rows.size());
    assertThat(made.findCounter(LineitemGen.Made.BYTES).getValue())
        .isEqualTo(
            Files.size(table.resolve("part-m-00000")) + Files.size(table.resolve("part-m-00001")));

    long selected =
        rows.stream()
            .map(row -> row.split("\\|")[10])
            .filter(day -> day.compareTo("1995-06-05") >= 0 && day.compareTo("1995-06-29") < 0)
            .count();
    assertThat(made.findCounter(LineitemGen.Made.SELECTED).getValue()).isEqualTo(selected);
    assertThat((double) selected / rows.size()).isCloseTo(0.01, within(0.001));
    Counters found = run(scan(true).job(table.toString(), "0.01"));
    assertThat(found.findCounter(TaskCounter.MAP_INPUT_RECORDS).getValue()).isEqualTo(rows.size());
    assertThat(found.findCounter(LineitemScan.Rows.SELECTED).getValue()).isEqualTo(selected);
    assertThat(found.findCounter(LineitemScan.Rows.WITHOUT_DATE).getValue()).isZero();
  }

  @Test
  void rowWithoutADateIsCountedAndAScanThatSelectsNothingReadsAllTheSame() throws Exception {
    String row = "1|2|3|1|17|100.00|0.04|0.02|N|O|%s|1996-02-12|1996-03-22|NONE|AIR|x|";
    Files.write(
        folder.resolve("rows"),
        List.of(
            row.formatted("1995-06-05"),
            row.formatted("1995-06-28"),
            row.formatted("1995-06-29"),
            row.formatted("1995-06-04"),
            row.formatted("yesterday"),
            "1|2|3",
            ""));
    Counters found = run(scan(true).job(folder.resolve("rows").toString(), "0.01"));
    assertThat(found.findCounter(LineitemScan.Rows.SELECTED).getValue()).isEqualTo(2);
    assertThat(found.findCounter(LineitemScan.Rows.WITHOUT_DATE).getValue()).isEqualTo(3);
    Counters read = run(scan(true).job(folder.resolve("rows").toString()));
    assertThat(read.findCounter(TaskCounter.MAP_INPUT_RECORDS).getValue()).isEqualTo(7);
    assertThat(read.findCounter(LineitemScan.Rows.SELECTED).getValue()).isZero();
  }

  @Test
  void damagedDataAreReadOnlyWhereChecksumsAreNot() throws Exception {
    Path rows = folder.resolve("rows");
    Files.writeString(rows, "1|2|\n".repeat(1000));
    // what Hadoop's local file system keeps of a file with other content
    Files.write(
        folder.resolve(".rows.crc"), new byte[] {'c', 'r', 'c', 0, 0, 0, 2, 0, 1, 2, 3, 4, 5, 6});
    Job verified = scan(true).job(rows.toString());
    assertThat(verified.waitForCompletion(false)).isFalse();
    Counters read = run(scan(false).job(rows.toString()));
    assertThat(read.findCounter(TaskCounter.MAP_INPUT_RECORDS).getValue()).isEqualTo(1000);
  }

  @Test
  void partOfTheRowsThatCannotBeIsRefused() {
    assertThatThrownBy(() -> ShipDates.of(0.95)).hasMessageContaining("at most 0.9, not 0.95");
    assertThatThrownBy(() -> ShipDates.of(0)).hasMessageContaining("above 0");
    assertThat(ShipDates.of(0.01).from).isEqualTo("1995-06-05");
    assertThat(ShipDates.of(0.01).until).isEqualTo("1995-06-29");
  }

  @Test
  void withoutAnInputItSaysHowToCallIt() throws Exception {
    assertThat(ToolRunner.run(settings(), new LineitemScan(), new String[0])).isEqualTo(2);
    assertThat(ToolRunner.run(settings(), new LineitemGen(), new String[] {"1"})).isEqualTo(2);
  }

  private static Counters run(Job job) throws Exception {
    assertThat(job.waitForCompletion(false)).isTrue();
    return job.getCounters();
  }

  private LineitemGen gen() {
    LineitemGen gen = new LineitemGen();
    gen.setConf(settings());
    return gen;
  }

  private LineitemScan scan(boolean checksum) {
    LineitemScan scan = new LineitemScan();
    scan.setConf(settings());
    scan.getConf().setBoolean(LineitemScan.CHECKSUM, checksum);
    return scan;
  }

  private Configuration settings() {
    Configuration configuration = new Configuration();
    configuration.set(MRConfig.FRAMEWORK_NAME, MRConfig.LOCAL_FRAMEWORK_NAME);
    configuration.set("fs.defaultFS", "file:///");
    configuration.set("hadoop.tmp.dir", folder.resolve("tmp").toString());
    return configuration;
  }
}
