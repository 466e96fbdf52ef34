package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.hosts.lab.LabSupport;
import io.corebound.hosts.process.LocalHost;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.Prediction;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Jobs other than TeraSort in a lab, predicted from samples of their input, run and checked: one of
 * corebound's, one of Hadoop's examples, and one of a user's own jar.
 */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class WorkloadsIT extends OneRun {
  /** It is no {@code Tool}, and has no combiner. */
  private static final String LETTERS =
      """
      package own;

      import org.apache.hadoop.conf.Configuration;
      import org.apache.hadoop.fs.Path;
      import org.apache.hadoop.io.*;
      import org.apache.hadoop.mapreduce.*;
      import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
      import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
      import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;

      public class Letters {
        public static class First extends Mapper<LongWritable, Text, Text, IntWritable> {
          @Override
          protected void map(LongWritable at, Text line, Context context)
              throws java.io.IOException, InterruptedException {
            context.write(new Text(line.toString().substring(0, 1)), new IntWritable(1));
          }
        }

        public static void main(String[] arguments) throws Exception {
          Job job = Job.getInstance(new Configuration(), "letters");
          job.setJarByClass(Letters.class);
          job.setMapperClass(First.class);
          job.setReducerClass(IntSumReducer.class);
          job.setOutputKeyClass(Text.class);
          job.setOutputValueClass(IntWritable.class);
          FileInputFormat.addInputPath(job, new Path(arguments[0]));
          FileOutputFormat.setOutputPath(job, new Path(arguments[1]));
          System.exit(job.waitForCompletion(true) ? 0 : 1);
        }
      }
      """;

  private static final String WORKLOAD =
      """
      description: lines by their first letter
      source: a test
      tasks: hadoop
      sampled_tasks:
        map: letters.map
        reduce: letters.reduce
        profile: text-job
        job: {jar: ./letters.jar, class: own.Letters, text: ./lines.txt, check: [./check.sh]}
      """;

  private static final String SWEEP =
      """
      description: three jobs
      workload: log-filter
      cluster: lab
      storage: [ssd-pcie]
      network: [ethernet-10g]
      settings: {nodes: 1, cores_per_node: 2, containers_per_node: 1}
      variants:
        log: {}
        sort: {workload: sort}
        letters: {workload: ./letters.yaml}
      profiles:
        quick: {size: 8MB, repetitions: 1}
      """;

  @Tag("long") // six minutes; its parts: JobTaskBenchmarksTest, TextJobTest, OwnJarTest
  @Test
  void eachJobIsPredictedRunAndChecked() throws Exception {
    LabSupport lab = LabSupport.check(new LocalHost("questions", "localhost"));
    assumeTrue(lab.possible(), () -> "needs a lab: " + lab.reasons());
    write();
    Path measured =
        littleOf("text-job", Map.of("'134217728'", "'4000000'", "'2013265'", "'100000'"));
    startCommand(
        "sweep",
        List.of(folder.resolve("three.yaml").toString(), "--measure", measured.toString()));
    ends(0);
    nothingIsLeft();
    List<String> cells = runDirectory().cells();
    assertThat(cells).hasSize(3);
    for (String cell : cells) {
      CellResult result = StructuredFiles.readJson(runDirectory().cellFile(cell), CellResult.class);
      assertThat(result.state()).as(result.reason()).isEqualTo(State.OK);
      assertThat(result.checks()).isNotEmpty().allMatch(CellResult.Check::passed);
      Prediction prediction =
          StructuredFiles.readJson(runDirectory().predictionFile(cell), Prediction.class);
      assertThat(prediction.workload()).isEqualTo(result.workload());
      assertThat(prediction.totalS()).isPositive();
    }
  }

  /** Its main class says which Mapper and Reducer another engine runs, whose output is checked. */
  @Test
  void ownJobRunsOnHadoopAndInMemory() throws Exception {
    LabSupport lab = LabSupport.check(new LocalHost("questions", "localhost"));
    assumeTrue(lab.possible(), () -> "needs a lab: " + lab.reasons());
    write();
    Path sweep =
        Files.writeString(
            folder.resolve("both.yaml"),
            SWEEP.substring(0, SWEEP.indexOf("variants:")).replace("log-filter", "./letters.yaml")
                + "engine: [hadoop, memory-fc-tcp-hadoop]\n"
                + SWEEP.substring(SWEEP.indexOf("profiles:")));
    startCommand("sweep", List.of(sweep.toString()));
    ends(0);
    nothingIsLeft();
    RunDirectory run = runDirectory();
    List<CellResult> cells =
        run.cells().stream()
            .map(c -> StructuredFiles.readJson(run.cellFile(c), CellResult.class))
            .toList();
    assertThat(cells)
        .extracting(c -> c.engine().name())
        .containsExactlyInAnyOrder("hadoop", "memory-fc-tcp-hadoop");
    assertThat(cells)
        .allSatisfy(
            c -> {
              assertThat(c.state()).as(c.reason()).isEqualTo(State.OK);
              assertThat(c.checks()).isNotEmpty().allMatch(CellResult.Check::passed);
            });
    assertThat(cells)
        .extracting(c -> c.counters().get("TaskCounter/REDUCE_OUTPUT_RECORDS"))
        .as("lines begin with two letters")
        .containsOnly(2L);
  }

  private void write() throws IOException {
    OwnJar.of(folder, "Letters", LETTERS);
    Files.writeString(folder.resolve("lines.txt"), "alpha\nbeta\nalpha and beta\n".repeat(2000));
    Path check =
        Files.writeString(
            folder.resolve("check.sh"),
            "#!/bin/sh\nawk '{n += $2} END {exit n > 0 && NR == 2 ? 0 : 1}' \"$1\"\n");
    Files.setPosixFilePermissions(check, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(folder.resolve("letters.yaml"), WORKLOAD);
    Files.writeString(folder.resolve("three.yaml"), SWEEP);
  }
}
