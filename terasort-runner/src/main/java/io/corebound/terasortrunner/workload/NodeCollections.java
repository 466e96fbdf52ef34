package io.corebound.terasortrunner.workload;

import io.corebound.collectors.sampler.Collection;
import io.corebound.collectors.sampler.Collector;
import io.corebound.collectors.sampler.CpuByRole;
import io.corebound.collectors.sampler.CpuTime;
import io.corebound.hosts.process.AtOnce;
import io.corebound.records.run.CellResult.CollectorReport;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.Samples;
import io.corebound.records.run.State;
import io.corebound.terasortrunner.workload.WatchedNodes.Watched;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** The collectors of a cell on every host that is watched, started and stopped together. */
final class NodeCollections implements AutoCloseable {
  private static final String CPU = "sar-cpu";
  private static final String ROLES = "roles";

  private final WatchedNodes nodes;
  private final Map<Watched, Collection> started;

  private NodeCollections(WatchedNodes nodes, Map<Watched, Collection> started) {
    this.nodes = nodes;
    this.started = started;
  }

  /**
   * What they delivered; samples are written, and of the workers those of CPU time kept.
   *
   * @param cpu samples of sar and of CPU by role, one of each kernel that workers run on
   */
  record Delivered(
      List<CollectorReport> reports, List<String> lost, List<Samples> cpu, long kernels) {
    static final Delivered NOTHING = new Delivered(List.of(), List.of(), List.of(), 0);

    /** Core-seconds that the workers were busy; NaN when one's samples do not cover the time. */
    double busyCoreS(double startS, double endS, int coresOtherwise) {
      List<Samples> sar = of(CPU);
      return sar.isEmpty() || sar.size() < kernels
          ? Double.NaN
          : sar.stream()
              .mapToDouble(s -> CpuTime.busyCoreSeconds(s, startS, endS, cores(s, coresOtherwise)))
              .sum();
    }

    /** Core-seconds by role, of all workers; empty when one's samples do not cover the time. */
    Map<String, Double> coreSByRole(double startS, double endS) {
      Map<String, Double> sums = new TreeMap<>();
      List<Samples> roles = of(ROLES);
      for (Samples samples : roles) {
        Map<String, Double> ofHost = CpuTime.coreSecondsByRole(samples, startS, endS);
        if (ofHost.isEmpty()) {
          return Map.of();
        }
        ofHost.forEach((role, coreS) -> sums.merge(role, coreS, Double::sum));
      }
      return roles.size() < kernels ? Map.of() : sums;
    }

    /** Why collectors failed, or empty; a host that was lost says so once. */
    String failures() {
      List<String> reasons = new ArrayList<>(lost);
      reports.stream()
          .filter(r -> r.state() == State.FAILED)
          .filter(r -> lost.stream().noneMatch(l -> l.startsWith(r.host() + ":")))
          .map(r -> "collector %s on %s: %s".formatted(r.name(), r.host(), r.reason()))
          .forEach(reasons::add);
      return String.join("; ", reasons);
    }

    private List<Samples> of(String source) {
      return cpu.stream().filter(s -> s.source().equals(source)).toList();
    }

    /** The nodes may share the machine that was sampled: its own cores count. */
    private static int cores(Samples sarCpu, int otherwise) {
      long seen = sarCpu.devices().stream().filter(device -> !device.equals("all")).count();
      return seen == 0 ? otherwise : (int) seen;
    }
  }

  /**
   * Starts collectors on each host, CPU by role only once a kernel; nothing runs when interrupted.
   */
  static NodeCollections start(
      WatchedNodes nodes, List<Collector> collectors, RunDirectory run, Path rawFolder)
      throws InterruptedException {
    Map<Watched, Collection> started = new ConcurrentHashMap<>();
    NodeCollections all = new NodeCollections(nodes, started);
    boolean running = false;
    try {
      AtOnce.each(
          nodes.hosts(),
          node ->
              started.put(
                  node, Collection.start(node.host(), of(node, collectors), run, rawFolder)));
      running = true;
      return all;
    } finally {
      if (!running) {
        all.close();
      }
    }
  }

  private static List<Collector> of(Watched node, List<Collector> collectors) {
    return node.ownKernel()
        ? collectors
        : collectors.stream().filter(c -> !(c instanceof CpuByRole)).toList();
  }

  Delivered stop(Path samplesFolder) {
    Map<Watched, Collection.Delivered> delivered = new ConcurrentHashMap<>();
    Map<Watched, List<Samples>> kept = new ConcurrentHashMap<>();
    AtOnce.eachToItsEnd(
        nodes.hosts(),
        node -> {
          List<Samples> cpu = new ArrayList<>();
          delivered.put(
              node,
              started
                  .get(node)
                  .stop(
                      samples -> {
                        samples.write(samplesFolder);
                        if (node.counts() && List.of(CPU, ROLES).contains(samples.source())) {
                          cpu.add(samples);
                        }
                      }));
          kept.put(node, cpu);
        });
    List<CollectorReport> reports = new ArrayList<>();
    List<Samples> cpu = new ArrayList<>();
    nodes.hosts().forEach(node -> reports.addAll(delivered.get(node).reports()));
    nodes.hosts().forEach(node -> cpu.addAll(kept.get(node)));
    return new Delivered(
        List.copyOf(reports),
        nodes.hosts().stream().map(Watched::host).flatMap(h -> h.lost().stream()).toList(),
        List.copyOf(cpu),
        nodes.hosts().stream().filter(Watched::counts).count());
  }

  @Override
  public void close() {
    AtOnce.eachToItsEnd(List.copyOf(started.values()), Collection::close);
  }
}
