package io.corebound.microbench.jvm;

import io.corebound.microbench.ByteBase;
import io.corebound.microbench.Measures;
import io.corebound.microbench.OneLineException;
import io.corebound.microbench.OperationBenchmark;
import io.corebound.microbench.OperationMeter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What does it cost to start and end an empty JVM? One JVM after the other, with exactly the flags
 * that this one has, runs a main method that does nothing. Their CPU time is what the kernel adds
 * to this process' waited-for children ({@code cutime} and {@code cstime}, proc(5)), in ticks of 10
 * ms a child; it is the process {@code jvm} of the results. Paper: none of its steps; section 5
 * leaves the start of tasks out.
 */
@Measures(value = "start.jvm", question = "What does it cost to start and end an empty JVM?")
public class StartJvmBenchmark extends OperationBenchmark {
  private static final String CHILD = "jvm";
  private static final String DEFAULT = "default";
  private static final String OFF = "off";

  private static final Pattern ADDED =
      Pattern.compile(
          "-D(jmh|corebound)\\..*|-DcompilerBlackholesEnabled.*|-agentpath.*"
              + "|-XX:Compile(Command|rDirectives).*"
              + "|-XX:[+]Unlock(Experimental|Diagnostic)VMOptions|-XX:[+]DebugNonSafepoints");

  @Param("10")
  int starts;

  /**
   * Class data sharing: {@code default}, the JDK's own archive where it has one, as tasks get it;
   * or {@code off}.
   */
  @Param({DEFAULT, OFF})
  String cds = DEFAULT;

  List<String> command;
  private OperationMeter meter;

  /** Finds out with which flags this JVM was started. */
  @Setup
  public void prepare() {
    if (!cds.equals(DEFAULT) && !cds.equals(OFF)) {
      throw new OneLineException("cds: '" + cds + "' is neither " + DEFAULT + " nor " + OFF);
    }
    command = new ArrayList<>();
    command.add(Paths.get(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(taskFlags(ManagementFactory.getRuntimeMXBean().getInputArguments()));
    if (cds.equals(OFF)) {
      command.add("-Xshare:off");
    }
    command.add("-cp");
    command.add(Paths.get(location()).toString());
    command.add(EmptyMain.class.getName());
    OperationMeter.watchEndedChildren(CHILD);
    meter = new OperationMeter("start.jvm", ByteBase.PAYLOAD);
  }

  private static URI location() {
    try {
      return EmptyMain.class.getProtectionDomain().getCodeSource().getLocation().toURI();
    } catch (URISyntaxException e) {
      throw new IllegalStateException("these classes lie where no file can", e);
    }
  }

  /** Leaves out what JMH, its profilers and corebound have added. */
  static List<String> taskFlags(List<String> flags) {
    return flags.stream()
        .filter(flag -> !ADDED.matcher(flag).matches())
        .collect(Collectors.toList());
  }

  @Benchmark
  public void start() throws IOException, InterruptedException {
    meter.begin();
    for (int i = 0; i < starts; i++) {
      Process process = new ProcessBuilder(command).inheritIO().start();
      int status = process.waitFor();
      if (status != 0) {
        throw new IOException(command + " ended with exit status " + status);
      }
    }
    meter.end(starts, 0);
  }

  @TearDown
  public void close() {
    OperationMeter.unwatch(CHILD);
  }
}
