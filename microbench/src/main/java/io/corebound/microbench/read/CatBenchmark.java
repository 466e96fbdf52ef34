package io.corebound.microbench.read;

import io.corebound.microbench.Measures;
import io.corebound.microbench.OneLineException;
import io.corebound.microbench.OperationMeter;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * How fast is a local file read without Java? The program {@code cat} copies it to {@code
 * /dev/null}, one process a batch: it is given the file's name as often as there are passes. Paper:
 * figures 9 and 10 (variant 1). Left out: nothing; starting the program and waiting for it belong
 * to the batch, and cost some milliseconds of the process {@code benchmark}. The buffer's size is
 * the program's own, so its version is part of the result's name.
 */
@Measures(
    value = "read.cat",
    question = "How fast is a local file read without Java, by cat?",
    localBytes = 2.02)
public class CatBenchmark extends LocalReadBenchmark {
  private static final String PROGRAM = "cat";

  @Override
  String operation() {
    return "read.cat";
  }

  @Override
  public void prepare() throws IOException, InterruptedException {
    super.prepare();
    meter.tag("implementation", implementation());
    OperationMeter.watchEndedChildren(PROGRAM);
  }

  @Benchmark
  public void read() throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(Collections.singletonList(PROGRAM));
    command.addAll(Collections.nCopies(passes, file.toString()));
    measure(
        () -> {
          int status = start(command).redirectOutput(output()).start().waitFor();
          if (status != 0) {
            throw new IOException(PROGRAM + " " + file + " ended with exit status " + status);
          }
          return passes * bytes;
        });
  }

  File output() {
    return new File("/dev/null");
  }

  private static ProcessBuilder start(List<String> command) {
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
  }

  @Override
  public void close() throws IOException {
    OperationMeter.unwatch(PROGRAM);
    super.close();
  }

  private static String implementation() throws IOException, InterruptedException {
    Process process;
    try {
      process =
          new ProcessBuilder(Arrays.asList(PROGRAM, "--version")).redirectErrorStream(true).start();
    } catch (IOException e) {
      throw new OneLineException(
          "this benchmark needs the program cat (package coreutils): " + e.getMessage());
    }
    String line;
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      line = out.readLine();
    }
    process.waitFor();
    return implementation(line == null ? "" : line);
  }

  static String implementation(String firstLine) {
    Matcher version = Pattern.compile("cat \\(([^)]+)\\) ([0-9.]+).*").matcher(firstLine);
    return version.matches()
        ? (version.group(1).replace(' ', '-') + "-" + version.group(2)).toLowerCase(Locale.ROOT)
        : "unknown";
  }
}
