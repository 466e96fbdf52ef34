package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.app.run.Installation;
import io.corebound.hosts.Checkout;
import io.corebound.records.run.RunDirectory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The command line as a user meets it: a process with an exit status. */
public final class Corebound {
  /**
   * How a command ended.
   *
   * @param status exit status
   * @param out standard output
   * @param err standard error
   */
  record Result(int status, String out, String err) {}

  private Corebound() {}

  /** A file of a process's folder in /proc; empty when the process has ended. */
  static String ofProcess(long pid, String name) {
    try {
      return Files.readString(
          Path.of("/proc", Long.toString(pid), name), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }

  /** Processes that have a variable of that form, such as {@code COREBOUND_RUN=...}. */
  static List<Long> processesWith(Predicate<String> variable) {
    return ProcessHandle.allProcesses()
        .map(ProcessHandle::pid)
        .filter(pid -> Stream.of(ofProcess(pid, "environ").split("\0")).anyMatch(variable))
        .filter(pid -> !ofProcess(pid, "cmdline").isEmpty())
        .toList();
  }

  /** A file beside this class, such as a profile. */
  static Path resource(String name) {
    return Checkout.ROOT.resolve("cli/src/test/resources/io/corebound/cli").resolve(name);
  }

  /** The only run in a folder of results. */
  static RunDirectory onlyRun(Path results) throws IOException {
    try (Stream<Path> runs = Files.list(results)) {
      return RunDirectory.open(runs.findFirst().orElseThrow());
    }
  }

  /** Starts corebound; its streams go to files in a folder. */
  static Process start(Path folder, String... arguments) throws IOException {
    return start(folder, as -> {}, arguments);
  }

  /**
   * Skips a test of Ctrl-C where a program that this one starts cannot be interrupted: shells start
   * what they put into the background with SIGINT ignored, as nohup does, and that is inherited.
   */
  static void assumeInterruptible() throws Exception {
    List<String> trapped = new ArrayList<>(heedingInterrupts());
    trapped.addAll(List.of("sh", "-c", "trap 'exit 3' INT; kill -s INT $$"));
    assumeTrue(
        new ProcessBuilder(trapped).start().waitFor() == 3,
        "SIGINT is ignored here, and env(1) is older than coreutils 8.31");
  }

  /** Before a command that has to heed SIGINT; nothing where env(1) does not know how. */
  private static List<String> heedingInterrupts() throws IOException {
    List<String> prefix = List.of("env", "--default-signal=INT");
    List<String> tried = new ArrayList<>(prefix);
    tried.add("true");
    try {
      return new ProcessBuilder(tried).start().waitFor() == 0 ? prefix : List.of();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  /** The same with changes, for instance to the environment. */
  static Process start(Path folder, Consumer<ProcessBuilder> change, String... arguments)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command(arguments))
            .redirectOutput(folder.resolve("out").toFile())
            .redirectError(folder.resolve("err").toFile());
    change.accept(builder);
    return builder.start();
  }

  /** Runs a command in this process: what it prints and its exit status are those of a process. */
  static Result run(String... arguments) {
    return runIn(Checkout.ROOT, arguments);
  }

  /** The same, as if it were installed in another folder, whose results and git it has. */
  static Result runIn(Path root, String... arguments) {
    PrintStream ownOut = System.out;
    PrintStream ownErr = System.err;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    try {
      System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
      System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
      int status =
          Main.execute(
              new Installation(root),
              List.of(arguments),
              new PrintWriter(System.out, true),
              new PrintWriter(System.err, true));
      return new Result(
          status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(ownOut);
      System.setErr(ownErr);
    }
  }

  /** Runs corebound as a process to its end, at most a minute. */
  static Result process(String... arguments) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("test-of-corebound-");
    Process process = start(folder, arguments);
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("corebound " + List.of(arguments) + " did not end in a minute");
    }
    Result result = new Result(process.exitValue(), text(folder, "out"), text(folder, "err"));
    for (String stream : List.of("out", "err")) {
      Files.delete(folder.resolve(stream));
    }
    Files.delete(folder);
    return result;
  }

  /** A mistake of the user's: one line that says it, status 2, nothing on standard output. */
  static void assertRefuses(String arguments, String message) {
    assertRefused(run(arguments.strip().split(" ")), message);
  }

  static void assertRefused(Result result, String message) {
    assertThat(result.err()).contains(message);
    assertThat(result.err().strip().lines()).hasSize(1);
    assertThat(result.err()).startsWith("corebound: ");
    assertThat(result.out()).isEmpty();
    assertThat(result.status()).isEqualTo(2);
  }

  static String text(Path folder, String stream) throws IOException {
    return Files.readString(folder.resolve(stream), StandardCharsets.UTF_8);
  }

  private static List<String> command(String... arguments) throws IOException {
    Path target = Checkout.ROOT.resolve("cli/target");
    Path jar;
    try (var files = Files.list(target)) {
      jar =
          files
              .filter(f -> f.getFileName().toString().matches("cli-.*\\.jar"))
              .findFirst()
              .orElseThrow();
    }
    List<String> command = new ArrayList<>(heedingInterrupts());
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            // as the launcher does
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "-Xmx800m",
            "-Dcorebound.root=" + Checkout.ROOT,
            "-cp",
            jar + ":" + target.resolve("lib") + "/*",
            "io.corebound.cli.Main"));
    command.addAll(List.of(arguments));
    return command;
  }
}
