package io.corebound.microbenchrunner.jmh;

import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * Flame graphs by async-profiler, attached to the measured JVMs by JMH's own profiler {@code
 * async}. The native library comes out of async-profiler's jar. Where the kernel refuses the event
 * {@code cpu} (perf_event_open(2)), a timer takes samples instead, which does not see the kernel's
 * part.
 *
 * @param library the native library
 * @param event what takes a sample: {@code cpu}, {@code ctimer} or {@code itimer}
 * @param folder where the graphs go: a folder a fork, in it a folder a benchmark
 */
public record FlameGraphs(Path library, String event, Path folder) {
  private static final String LIBRARY = "libasyncProfiler.so";
  private static final List<String> EVENTS = List.of("cpu", "ctimer", "itimer");

  /**
   * Unpacks the library and finds an event that this machine allows.
   *
   * @param java the JVM that will be profiled
   * @param temporary folder for the library
   * @param folder where the graphs go
   * @throws CoreboundException (missing) when async-profiler does not work here, with its reason
   */
  public static FlameGraphs on(Host host, Path java, Path temporary, Path folder) {
    Path library = unpack(temporary);
    String reason = "";
    for (String event : EVENTS) {
      Outcome outcome =
          host.run(
              Command.of(
                  Duration.ofSeconds(30),
                  java.toString(),
                  "-agentpath:" + library + "=start,event=" + event + ",file=/dev/null",
                  "-version"));
      if (outcome.ok() && !(outcome.out() + outcome.err()).contains("[ERROR]")) {
        return new FlameGraphs(library, event, folder);
      }
      reason = outcome.lastWords();
    }
    throw CoreboundException.missing(
        "--flame: async-profiler cannot take samples on this machine: " + reason);
  }

  private static Path unpack(Path folder) {
    String architecture = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    String name =
        switch (architecture) {
          case "amd64", "x86_64" -> "/linux-x64/" + LIBRARY;
          case "aarch64" -> "/linux-arm64/" + LIBRARY;
          default ->
              throw CoreboundException.missing(
                  "--flame: async-profiler has no library for " + architecture);
        };
    Path library = folder.resolve(LIBRARY);
    try (InputStream packed = FlameGraphs.class.getResourceAsStream(name)) {
      if (packed == null) {
        throw CoreboundException.missing("--flame: async-profiler's jar is not there");
      }
      Files.copy(packed, library);
      return library;
    } catch (IOException e) {
      throw CoreboundException.failed(
          "--flame: cannot write " + library + ": " + e.getMessage(), e);
    }
  }

  /** What makes figures that were measured meanwhile doubtful, in a sentence. */
  public String doubt() {
    return "async-profiler took samples (event "
        + event
        + (event.equals("cpu")
            ? ""
            : ": the kernel refuses 'cpu', so its own part is missing in the graphs")
        + ") while the micro suites ran: what it takes is in their figures";
  }

  /**
   * JMH's option {@code -prof}.
   *
   * @param job what is run: the graphs of every fork stay, in a folder of its name
   */
  String jmhProfiler(String job) {
    return "async:libPath="
        + library
        + ";output=flamegraph;direction=forward;event="
        + event
        + ";dir="
        + folder.resolve(job);
  }
}
