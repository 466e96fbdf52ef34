package io.corebound.cluster.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** The fixture is what the client of a real TeraSort printed. */
class ClientOutputTest {
  private static final Path LOG = Path.of("src/test/resources/terasort-client.log");

  private final List<String> told = new ArrayList<>();
  private final ClientOutput output =
      new ClientOutput((map, reduce) -> told.add(map + "/" + reduce));

  @Test
  void progressAndIdAreTakenFromTheLog() {
    output.follow(LOG);
    output.follow(LOG);

    assertThat(output.jobId()).contains("job_1795250419559_0002");
    assertThat(told).startsWith("0/0").endsWith("100/100").doesNotHaveDuplicates();
  }

  @Property(tries = 50)
  void linesThatArriveInPiecesAreReadOnce(@ForAll @IntRange(min = 1, max = 200) int piece)
      throws Exception {
    String text = Files.readString(LOG);
    List<String> whole = new ArrayList<>();
    ClientOutput atOnce = new ClientOutput((map, reduce) -> whole.add(map + "/" + reduce));
    List<String> inPieces = new ArrayList<>();
    ClientOutput pieces = new ClientOutput((map, reduce) -> inPieces.add(map + "/" + reduce));

    for (int at = 0; at < text.length(); at += piece) {
      pieces.take(text.substring(at, Math.min(text.length(), at + piece)));
    }
    atOnce.take(text);

    assertThat(inPieces).isEqualTo(whole).isNotEmpty();
    assertThat(pieces.jobId()).isEqualTo(atOnce.jobId());
  }

  @Test
  void onlyAJobThatGetsFurtherMakesProgress() {
    output.take("1 INFO mapreduce.Job: Running job: job_1_0001\n");
    output.take("2 INFO mapreduce.Job:  map 0% reduce 0%\n");
    long before = output.progress();
    output.take("3 INFO ipc.Client: Retrying connect to server: worker1\n");
    output.take("4 INFO mapreduce.Job:  map 0% reduce 0%\n");
    assertThat(output.progress()).isEqualTo(before).isEqualTo(2);

    output.take("5 INFO mapreduce.Job:  map 50% reduce 0%\n");
    assertThat(output.progress()).isGreaterThan(before);
  }

  /** {@code waitForCompletion(false)}: the log says no more. */
  @Test
  void clientThatTellsNoProgressHasAnId() {
    output.take("1 INFO impl.YarnClientImpl: Submitted application application_1_0002\n");
    assertThat(output.jobId()).contains("job_1_0002");
    output.take("2 INFO mapreduce.Job: Running job: job_1_0002\n");
    assertThat(output.progress()).isEqualTo(1);
  }

  @Test
  void clientThatNeverSubmittedHasNoId() {
    output.take("Exception in thread \"main\" java.lang.RuntimeException\n");

    assertThat(output.jobId()).isEmpty();
  }

  @Test
  void timesOfTheShellAreThoseOfItAndItsChildren() {
    assertThat(Cpu.ofTimes("0m0.010000s 0m0.020000s\n1m3.800000s 0m0.340000s\n"))
        .hasValueSatisfying(
            cpu -> {
              assertThat(cpu.userS())
                  .isCloseTo(63.81, org.assertj.core.api.Assertions.within(1e-9));
              assertThat(cpu.systemS())
                  .isCloseTo(0.36, org.assertj.core.api.Assertions.within(1e-9));
            });
    assertThat(Cpu.ofTimes("")).isEmpty();
  }

  @Test
  void reasonIsTheLastLineThatSpeaksOfTrouble() {
    assertThat(
            LogFile.reason(
                """
                2026-11-21 08:00:00,000 INFO namenode.NameNode: STARTUP_MSG
                java.net.BindException: Problem binding to [127.0.0.1:4711]
                \tat org.apache.hadoop.net.NetUtils.wrapException(NetUtils.java:1)
                SHUTDOWN_MSG: Shutting down
                """))
        .isEqualTo("java.net.BindException: Problem binding to [127.0.0.1:4711]");
    assertThat(LogFile.reason("one\ntwo\n\n")).isEqualTo("two");
    assertThat(LogFile.reason("")).isEqualTo("it is empty");
  }
}
