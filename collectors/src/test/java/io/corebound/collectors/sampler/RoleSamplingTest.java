package io.corebound.collectors.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.collectors.sampler.RoleSampling.Look;
import io.corebound.collectors.sampler.RoleSampling.Process;
import io.corebound.collectors.sampler.RoleSampling.Used;
import io.corebound.hosts.process.CpuTicks;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Expected times are added up by hand from what the processes are said to use. */
class RoleSamplingTest {
  private static final Process INIT = process(1, 0, "", 10, 0, 0, 0);
  private static final Process KTHREADD = process(2, 0, "", 0, 0, 0, 0);

  private final RoleSampling sampling = new RoleSampling();
  private double timeS = 100;

  private static Process process(
      long pid, long parent, String role, long user, long system, long cUser, long cSystem) {
    return new Process(
        pid, pid * 10, parent, new CpuTicks(user, system), new CpuTicks(cUser, cSystem), role);
  }

  private static Process nodeManager(long own, long waited) {
    return process(50, 1, "nodemanager", own, 0, waited, 0);
  }

  private Used look(long user, long system, long interrupts, Process... processes) {
    Map<Long, Process> table =
        Stream.concat(Stream.of(INIT, KTHREADD), Stream.of(processes))
            .collect(Collectors.toMap(Process::pid, Function.identity(), (a, b) -> b));
    return sampling.next(new Look(timeS++, new CpuTicks(user, system), interrupts, table));
  }

  private static long total(Used used, String role) {
    return used.byRole().getOrDefault(role, CpuTicks.NONE).total();
  }

  @Test
  void rolesKernelAndGapAddUpToTheMachine() {
    assertThat(look(0, 0, 0, nodeManager(5, 0), process(30, 2, "", 0, 7, 0, 0))).isNull();
    Used used =
        look(
            90,
            20,
            6,
            process(50, 1, "nodemanager", 45, 8, 0, 0),
            process(51, 1, "datanode", 30, 2, 0, 0),
            process(30, 2, "", 0, 9, 0, 0));
    assertThat(used.seconds()).isEqualTo(1);
    assertThat(used.byRole())
        .containsEntry("nodemanager", new CpuTicks(40, 8))
        .containsEntry("datanode", new CpuTicks(30, 2))
        // 2 of its thread, and all 6 of interrupts: 116 - 82 leaves room for them
        .containsEntry("kernel", new CpuTicks(0, 8));
    assertThat(used.machine()).isEqualTo(new CpuTicks(90, 26));
    assertThat(used.gap().total()).isEqualTo(116 - 48 - 32 - 8);
  }

  @Test
  void interruptsThatProcessesTimesContainAreNotCountedTwice() {
    look(0, 0, 0, nodeManager(0, 0));
    Used used = look(90, 0, 10, nodeManager(97, 0));
    assertThat(used.byRole().get("kernel")).isEqualTo(new CpuTicks(0, 3));
    assertThat(used.gap().total()).isZero();
  }

  @Test
  void processThatEndedBetweenTwoLooksCountsForItsOwnRole() {
    Process task = process(60, 50, "map", 200, 10, 0, 0);
    look(0, 0, 0, nodeManager(5, 1000), task);
    // it ended after 30 and 4 more ticks
    Process waited = process(50, 1, "nodemanager", 6, 0, 1230, 14);
    Used used = look(31, 4, 0, waited);
    assertThat(used.byRole())
        .containsEntry("map", new CpuTicks(30, 4))
        .containsEntry("nodemanager", new CpuTicks(1, 0));
    assertThat(used.gap().total()).isZero();
  }

  @Test
  void processThatNobodySawCountsForItsParentsKindOfChild() {
    look(0, 0, 0, nodeManager(5, 1000), process(70, 1, "client", 3, 0, 0, 0));
    Used used = look(80, 0, 0, nodeManager(5, 1050), process(70, 1, "client", 3, 0, 30, 0));
    assertThat(total(used, "container")).isEqualTo(50);
    assertThat(total(used, "client")).isEqualTo(30);
    assertThat(total(used, "nodemanager")).isZero();
  }

  @Test
  void wrapperAndTaskThatEndTogetherAreSharedByWhatTheyUsed() {
    Process wrapper = process(60, 50, "", 0, 0, 2, 0);
    Process task = process(61, 60, "reduce", 999, 0, 0, 0);
    look(0, 0, 0, nodeManager(0, 0), wrapper, task);
    Used used = look(100, 0, 0, nodeManager(0, 999 + 2 + 100));
    // weights 1 and 1000
    assertThat(total(used, "reduce")).isEqualTo(100);
    assertThat(total(used, "container")).isZero();
  }

  @Test
  void taskThatIsWaitedForOneLookLaterIsNotCountedTwice() {
    Process task = process(60, 50, "map", 200, 0, 0, 0);
    look(0, 0, 0, nodeManager(0, 0), task);
    // the parent was read before it waited, the child was gone when its turn came
    assertThat(total(look(10, 0, 0, nodeManager(0, 0)), "map")).isZero();
    assertThat(total(look(20, 0, 0, nodeManager(0, 210)), "map")).isEqualTo(10);
  }

  @Test
  void taskWhoseWrapperIsNotWaitedForAtOnceIsNotCountedTwice() {
    Process wrapper = process(60, 50, "", 1, 0, 0, 0);
    look(0, 0, 0, nodeManager(0, 0), wrapper, process(61, 60, "map", 200, 0, 0, 0));
    look(0, 0, 0, nodeManager(0, 0), wrapper);
    Used used = look(20, 0, 0, nodeManager(0, 1 + 200 + 20));
    assertThat(total(used, "map") + total(used, "container")).isEqualTo(20);
    assertThat(total(used, "map")).isGreaterThan(18);
  }

  @Test
  void orphanKeepsItsRoleAndIsNotCountedTwiceWhenInitWaitsForIt() {
    Process shell = process(60, 50, "", 0, 0, 0, 0);
    look(0, 0, 0, nodeManager(0, 0), shell, process(61, 60, "", 200, 0, 0, 0));
    Used used = look(0, 0, 0, nodeManager(0, 0), process(61, 1, "", 240, 0, 0, 0));
    assertThat(total(used, "container")).isEqualTo(40);
    used = look(0, 0, 0, nodeManager(0, 0), process(61, 1, "", 250, 0, 0, 0));
    assertThat(total(used, "container")).isEqualTo(10);
    used = look(0, 0, 0, nodeManager(0, 0), process(1, 0, "", 10, 0, 255, 0));
    assertThat(total(used, "container")).isEqualTo(5);
    assertThat(total(used, "other")).isZero();
  }

  @Test
  void orphanOfAParentThatLivesOnGoesToInitOnce() {
    Process task = process(61, 50, "map", 200, 0, 0, 0);
    look(0, 0, 0, nodeManager(0, 0), task);
    // as after prctl(2) PR_SET_CHILD_SUBREAPER or a double fork: another one has waited
    Used used = look(0, 0, 0, nodeManager(0, 0), process(1, 0, "", 10, 0, 207, 0));
    assertThat(total(used, "map")).isEqualTo(7);
    assertThat(total(used, "other")).isZero();
  }

  @Test
  void recycledProcessIdIsAnotherProcess() {
    look(0, 0, 0, nodeManager(0, 0), process(60, 50, "map", 200, 0, 0, 0));
    Process other = new Process(60, 999, 1, new CpuTicks(3, 0), CpuTicks.NONE, "client");
    Used used = look(0, 0, 0, nodeManager(0, 205), other);
    assertThat(total(used, "client")).isEqualTo(3);
    assertThat(total(used, "map")).isEqualTo(5);
  }

  @Test
  void descendantsHaveTheRoleOfTheNearestThatShowsOne() {
    look(0, 0, 0, nodeManager(0, 0));
    Used used =
        look(
            0,
            0,
            0,
            nodeManager(0, 0),
            process(60, 50, "", 1, 0, 0, 0),
            process(61, 60, "applicationmaster", 2, 0, 0, 0),
            process(62, 61, "", 4, 0, 0, 0),
            process(63, 1, "", 8, 0, 0, 0));
    assertThat(total(used, "container")).isEqualTo(1);
    assertThat(total(used, "applicationmaster")).isEqualTo(2 + 4);
    assertThat(total(used, "other")).isEqualTo(8);
  }

  @Test
  void childOfTheNodeManagerThatHasJustBecomeAnotherProgramIsNotItAnyMore() {
    look(0, 0, 0, nodeManager(0, 0), process(60, 50, "nodemanager", 0, 0, 0, 0));
    Used used = look(0, 0, 0, nodeManager(0, 0), process(60, 50, "", 9, 0, 0, 0));
    assertThat(total(used, "container")).isEqualTo(9);
  }
}
