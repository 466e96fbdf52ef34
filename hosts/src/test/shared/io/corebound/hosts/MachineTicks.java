package io.corebound.hosts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What the kernel says that this machine's cores did, in core-seconds: the line {@code cpu} of
 * {@code /proc/stat} (proc(5)), and how much time has passed for all of them. A CPU of a virtual
 * machine that is held up fires one tick for several, so that work is in no field, not even in
 * steal; nobody says so, but the fields then grow by less than the time. Tests of several modules
 * compile it.
 *
 * @param passedS the time, once a CPU; only differences mean something
 * @param countedS all fields together, idle and steal too
 * @param busyS user, nice, system and interrupts
 * @param interruptS interrupts alone, soft ones too
 * @param stolenS what the hypervisor took
 */
public record MachineTicks(
    double passedS, double countedS, double busyS, double interruptS, double stolenS) {
  /** Reads it. */
  public static MachineTicks now() throws IOException {
    double timeS = System.nanoTime() / 1e9;
    List<String> lines = Files.readAllLines(Path.of("/proc/stat"));
    long cpus = lines.stream().filter(line -> line.matches("cpu[0-9]+ .*")).count();
    String[] fields = lines.get(0).split(" +", -1);
    // user, nice, system, idle, iowait, irq, softirq, steal; guests are in user and nice
    return new MachineTicks(
        cpus * timeS,
        sumS(fields, 1, 2, 3, 4, 5, 6, 7, 8),
        sumS(fields, 1, 2, 3, 6, 7),
        sumS(fields, 6, 7),
        sumS(fields, 8));
  }

  private static double sumS(String[] fields, int... which) {
    long ticks = 0;
    for (int field : which) {
      ticks += Long.parseLong(fields[field]);
    }
    return ticks / 100.0;
  }

  /** What came in since an earlier reading. */
  public MachineTicks since(MachineTicks earlier) {
    return new MachineTicks(
        passedS - earlier.passedS,
        countedS - earlier.countedS,
        busyS - earlier.busyS,
        interruptS - earlier.interruptS,
        stolenS - earlier.stolenS);
  }

  /** Of a difference: core-seconds that are in no field. */
  public double lostS() {
    return Math.max(0, passedS - countedS);
  }

  /** Of a difference: by how much processes may have more than {@code /proc/stat} counted. */
  public double uncountedS() {
    return stolenS + lostS();
  }
}
