package io.corebound.microbenchrunner.suite;

import io.corebound.hosts.machine.AllowedCpus;
import io.corebound.microbenchrunner.jmh.JmhLauncher;
import io.corebound.microbenchrunner.jmh.MicroPlan;
import java.nio.file.Path;
import java.util.List;

/**
 * The place of a fork that runs beside another setting's: each has half of the cores, and each
 * batch of both begins at one moment, so that what disturbs the machine disturbs both (L. Bulej, V.
 * Horký, P. Tůma et al., Duet Benchmarking: Improving Measurement Accuracy in the Cloud, ICPE
 * 2020).
 *
 * @param rendezvous a folder in which both forks meet, of these two alone
 */
public record Duet(String side, List<Integer> cpus, Path rendezvous) {
  private static final int TWO = 2;

  /** Two halves of the CPUs that this process may use; none where there is one. */
  public static List<List<Integer>> halves() {
    return halves(CpuTopology.cores(AllowedCpus.ofThisProcess()));
  }

  /** Both halves have as many cores; two threads of one core are halves where there is no other. */
  static List<List<Integer>> halves(List<List<Integer>> cores) {
    List<List<Integer>> parts =
        cores.size() == 1 ? cores.get(0).stream().map(List::of).toList() : cores;
    int half = parts.size() / TWO;
    return half == 0
        ? List.of()
        : List.of(flat(parts.subList(0, half)), flat(parts.subList(half, TWO * half)));
  }

  private static List<Integer> flat(List<List<Integer>> cores) {
    return cores.stream().flatMap(List::stream).sorted().toList();
  }

  JmhLauncher.Job job(MicroPlan.Entry entry, int number, Path localFolder) {
    JmhLauncher.Job alone =
        JmhLauncher.Job.of(
            entry, number, false, localFolder.resolve(side).resolve(entry.name()), cpus);
    return alone.with(new JmhLauncher.Copy(rendezvous, TWO, null));
  }
}
