package io.corebound.hosts.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.hosts.lab.LimitedHost;
import io.corebound.hosts.machine.AllowedCpus;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.ExitStatus;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class LocalHostTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final Duration GRACE = Duration.ofMillis(300);

  @TempDir Path folder;

  private final String run = "test-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
  private final LocalHost host = new LocalHost(run, "here");

  @AfterEach
  void nothingOfTheTestIsLeft() {
    host.stopAll(Duration.ZERO);
    assertThat(host.alive()).isZero();
  }

  @Test
  void aProgramsStreamsAndStatusAreKept() {
    Outcome outcome = host.run(Command.of(LIMIT, "sh", "-c", "echo out; echo err >&2; exit 7"));
    assertThat(outcome.out()).isEqualTo("out\n");
    assertThat(outcome.err()).isEqualTo("err\n");
    assertThat(outcome.exitStatus()).isEqualTo(7);
    assertThat(outcome.timedOut()).isFalse();
    assertThat(outcome.ok()).isFalse();
  }

  @Test
  void pinnedProgramAndWhatItStartsHaveTheseCpusOnly() {
    List<Integer> all = AllowedCpus.ofThisProcess();
    int last = all.get(all.size() - 1);
    Command allowed =
        Command.of(LIMIT, "sh", "-c", "sh -c 'grep Cpus_allowed_list: /proc/self/status'");
    assertThat(LimitedHost.on(host, List.of(last)).run(allowed).out().split(":")[1].strip())
        .isEqualTo(Integer.toString(last));
    assertThat(AllowedCpus.parse(host.run(allowed).out().split(":")[1].strip())).isEqualTo(all);
    assertThat(LimitedHost.on(host, List.of()).run(allowed).out())
        .isEqualTo(host.run(allowed).out());
  }

  @Test
  void moreOutputThanAPipeHoldsDoesNotBlock() {
    Outcome outcome =
        host.run(
            Command.of(
                LIMIT, "sh", "-c", "head -c 3000000 /dev/zero; head -c 3000000 /dev/zero >&2"));
    assertThat(outcome.out()).hasSize(3_000_000);
    assertThat(outcome.err()).hasSize(3_000_000);
  }

  @Test
  void argumentsReachTheProgramAsTheyAre() {
    Outcome outcome = host.run(Command.of(LIMIT, "printf", "%s|", "a b", "$HOME", "*", ""));
    assertThat(outcome.out()).isEqualTo("a b|$HOME|*||");
  }

  @Test
  void aProgramGetsTheMarkTheLocaleAndItsDirectory() {
    Command command =
        new Command(
            List.of("sh", "-c", "echo $COREBOUND_RUN $LC_ALL $MORE; pwd -P"),
            Map.of("MORE", "more"),
            folder,
            LIMIT);
    assertThat(host.run(command).out().lines()).containsExactly(run + " C more", folder.toString());
  }

  @Test
  void aProgramLeadsItsProcessGroupAndSession() {
    Outcome outcome = host.run(Command.of(LIMIT, "sh", "-c", "echo $$; cat /proc/$$/stat"));
    List<String> lines = outcome.out().lines().toList();
    List<String> fields = List.of(lines.get(1).split(" ", -1));
    assertThat(fields.get(4)).as("process group").isEqualTo(lines.get(0));
    assertThat(fields.get(5)).as("session").isEqualTo(lines.get(0));
  }

  @Test
  void anEndBySignalIsStatus128AndMore() {
    assertThat(host.run(Command.of(LIMIT, "sh", "-c", "kill -9 $$")).exitStatus()).isEqualTo(137);
  }

  @Test
  void aMissingProgramIsNamedWithItsRemedy() {
    assertThatThrownBy(() -> host.run(Command.of(LIMIT, "no-such-tool", "-x")))
        .isInstanceOfSatisfying(
            CoreboundException.class,
            e -> assertThat(e.status()).isEqualTo(ExitStatus.MACHINE_LACKS))
        .hasMessageContaining("no-such-tool")
        .hasMessageContaining("./corebound doctor");
  }

  @Test
  void aLimitEndsTheProgramAndAllThatItStarted() {
    Outcome outcome =
        host.run(
            Command.of(
                Duration.ofMillis(400), "sh", "-c", "sleep 300 & setsid sleep 301 & echo x; wait"));
    assertThat(outcome.timedOut()).isTrue();
    assertThat(outcome.ok()).isFalse();
    assertThat(outcome.out()).isEqualTo("x\n");
    assertThat(outcome.elapsed()).isLessThan(Duration.ofSeconds(10));
    assertThat(host.alive()).isZero();
  }

  @Test
  void whatAProgramLeavesInItsGroupIsEndedWithIt() {
    Outcome outcome = host.run(Command.of(LIMIT, "sh", "-c", "sleep 300 & echo x"));
    assertThat(outcome.ok()).isTrue();
    assertThat(outcome.out()).isEqualTo("x\n");
    assertThat(outcome.elapsed()).isLessThan(Duration.ofSeconds(10));
    assertThat(host.alive()).isZero();
  }

  @Test
  void anInterruptEndsTheProgram() throws Exception {
    Throwable[] thrown = new Throwable[1];
    boolean[] stillInterrupted = new boolean[1];
    Thread thread =
        new Thread(
            () -> {
              try {
                host.run(Command.of(LIMIT, "sleep", "300"));
              } catch (CoreboundException e) {
                thrown[0] = e;
                stillInterrupted[0] = Thread.currentThread().isInterrupted();
              }
            });
    thread.start();
    awaitAlive(1);
    thread.interrupt();
    thread.join();
    assertThat(thrown[0]).hasMessageContaining("sleep was interrupted");
    assertThat(stillInterrupted[0]).isTrue();
    assertThat(host.alive()).isZero();
  }

  @Test
  void aStartedProgramWritesToItsFilesAndCanBeSignalled() throws Exception {
    Path out = folder.resolve("out");
    RunningProgram program =
        host.start(
            Command.of(
                LIMIT,
                "sh",
                "-c",
                "trap 'echo told; exit 3' USR1; echo up; while :; do sleep 0.05; done"),
            out,
            folder.resolve("err"));
    awaitText(out, "up\n");
    program.signal("USR1");
    assertThat(program.waitFor(Duration.ofSeconds(10))).hasValue(3);
    assertThat(out).hasContent("up\ntold\n");
  }

  @Test
  void aProgramThatIsSpokenWithAnswersAndEndsWithItsInput() throws Exception {
    Path err = folder.resolve("err");
    PipedProgram program =
        host.converse(Command.of(LIMIT, "sh", "-c", "sed -u s/^/not/; echo over >&2"), err);
    BufferedReader output =
        new BufferedReader(new InputStreamReader(program.output(), StandardCharsets.UTF_8));
    program.input().write("hing\n".getBytes(StandardCharsets.UTF_8));
    program.input().flush();
    assertThat(output.readLine()).isEqualTo("nothing");
    program.closeInput();
    assertThat(output.readLine()).isNull();
    assertThat(program.waitFor(LIMIT)).hasValue(0);
    assertThat(err).hasContent("over");
  }

  @Test
  void stoppingEndsWhatIgnoresTheFirstSignal() throws Exception {
    Path out = folder.resolve("out");
    RunningProgram program =
        host.start(
            Command.of(
                LIMIT,
                "sh",
                "-c",
                "trap '' TERM; (trap '' TERM; sleep 300) & echo up; while :; do sleep 1; done"),
            out,
            folder.resolve("err"));
    awaitText(out, "up\n");
    program.stop(GRACE);
    assertThat(program.waitFor(Duration.ofSeconds(10))).isPresent();
    assertThat(host.alive()).isZero();
    program.stop(GRACE);
  }

  @Test
  void stoppingGivesTimeToEndInOrder() throws Exception {
    Path out = folder.resolve("out");
    RunningProgram program =
        host.start(
            Command.of(
                LIMIT,
                "sh",
                "-c",
                "trap 'sleep 0.3; echo bye; exit 0' TERM; echo up; sleep 300 & wait"),
            out,
            folder.resolve("err"));
    awaitText(out, "up\n");
    program.stop(Duration.ofSeconds(10));
    assertThat(out).hasContent("up\nbye\n");
  }

  @Test
  void aStartedProgramEndsAtItsLimit() throws Exception {
    RunningProgram program =
        host.start(
            Command.of(Duration.ofMillis(300), "sleep", "300"),
            folder.resolve("out"),
            folder.resolve("err"));
    assertThat(program.waitFor(Duration.ofSeconds(10))).hasValue(143);
  }

  @Test
  void stopAllEndsWhatLeftTheTreeButNotAnotherRuns() throws Exception {
    LocalHost other = new LocalHost(run + "-other", "here");
    RunningProgram stranger =
        other.start(Command.of(LIMIT, "sleep", "300"), folder.resolve("a"), folder.resolve("b"));
    RunningProgram parent =
        host.start(
            Command.of(
                LIMIT,
                "sh",
                "-c",
                "setsid sleep 300 & setsid sleep 301 & while :; do sleep 0.05; done"),
            folder.resolve("out"),
            folder.resolve("err"));
    for (int i = 0; i < 200 && sessions() < 3; i++) {
      Thread.sleep(25);
    }
    parent.signal("KILL");
    awaitAlive(2);
    assertThat(host.stopAll(GRACE)).isEmpty();
    assertThat(host.alive()).isZero();
    assertThat(stranger.isAlive()).isTrue();
    other.stopAll(GRACE);
    // the JVM hears of an end a moment after it
    assertThat(stranger.waitFor(Duration.ofSeconds(10))).isPresent();
  }

  @Test
  void guardEndsAllThatWasStartedWhenCoreboundIsKilled() throws Exception {
    Process owner =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-cp",
                System.getProperty("java.class.path"),
                GuardOwner.class.getName(),
                run,
                folder.toString())
            .redirectError(folder.resolve("owner.err").toFile())
            .start();
    assertThat(owner.inputReader().readLine()).startsWith("made");
    awaitAlive(3);
    long killed = System.nanoTime();
    owner.destroyForcibly().waitFor();
    awaitAlive(0);
    // its grace of 2 s and a few looks at all processes, which take long on a busy machine; what no
    // guard ends goes on for 5 minutes
    assertThat(Duration.ofNanos(System.nanoTime() - killed)).isLessThan(Duration.ofSeconds(15));
  }

  @Test
  void guardThatIsClosedEndsWhatIsLeftAndItself() throws Exception {
    RunningProgram program;
    LocalHost other = new LocalHost(run + "-other", "here");
    RunningProgram stranger =
        other.start(Command.of(LIMIT, "sleep", "300"), folder.resolve("a"), folder.resolve("b"));
    long before = ProcessHandle.current().descendants().count();
    try (Guard guard = host.guard()) {
      assertThat(guard).isNotNull();
      program =
          host.start(Command.of(LIMIT, "sleep", "300"), folder.resolve("out"), folder.resolve("e"));
      assertThat(program.isAlive()).isTrue();
    }
    assertThat(program.waitFor(LIMIT)).hasValue(143);
    assertThat(ProcessHandle.current().descendants().count()).isEqualTo(before);
    assertThat(stranger.isAlive()).isTrue();
    other.stopAll(GRACE);
  }

  private void awaitAlive(int count) throws InterruptedException {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (host.alive() != count && System.nanoTime() < end) {
      Thread.sleep(25);
    }
    assertThat(host.alive()).isEqualTo(count);
  }

  private long sessions() {
    return LocalHost.marked(run).stream().map(ProcessTable.Row::group).distinct().count();
  }

  private static void awaitText(Path file, String text) throws Exception {
    for (int i = 0; i < 200 && !Files.readString(file).equals(text); i++) {
      Thread.sleep(25);
    }
    assertThat(file).hasContent(text);
  }
}
