package io.corebound.cli.option;

import io.corebound.app.model.ModelRequest;
import io.corebound.records.units.DataSize;
import java.util.List;
import picocli.CommandLine.Option;

/** Options of every command that asks the model: whose costs, which job, which cluster. */
public final class ModelOptions {
  @Option(
      names = "--machine",
      required = true,
      paramLabel = "RUN|FILE",
      description = "a run whose measurements are used, or a machine file")
  String machine;

  @Option(
      names = "--base",
      paramLabel = "RUN|FILE",
      description =
          "take disk and network from this run or machine file, as 'corebound probe' writes it")
  String base;

  @Option(
      names = "--workload",
      required = true,
      paramLabel = "NAME",
      description = "a file of configs/workload, or a path")
  String workload;

  @Option(
      names = "--data",
      paramLabel = "SIZE",
      description = "payload of the input, such as 400GB")
  private DataSize data;

  @Option(
      names = "--cluster",
      paramLabel = "NAME",
      defaultValue = "local",
      description =
          """
          Hadoop's settings, and nodes and cores without their options: a file of \
          configs/cluster, or a path (default: ${DEFAULT-VALUE})\
          """)
  String cluster;

  @Option(
      names = "--codec",
      paramLabel = "NAME",
      description =
          """
          codec of the map output: none, or one that the run measured, such as lz4, gzip or \
          zstd (default: the cluster file's)\
          """)
  String codec;

  @Option(
      names = "--lever",
      paramLabel = "NAME",
      description =
          """
          lever of configs/lever that the run measured, or several, such as archive+prefix; hadoop is none (default: the \
          cluster file's)\
          """)
  String lever;

  @Option(names = "--nodes", paramLabel = "N", description = "worker nodes")
  Integer nodes;

  @Option(names = "--cores", paramLabel = "N", description = "cores of a node (logical CPUs)")
  Integer cores;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description =
          """
          memory of a node, which limits how many tasks it runs at once (default: the measured \
          machine's memory per core)\
          """)
  DataSize memory;

  @Option(
      names = "--storage",
      paramLabel = "NAME",
      split = ",",
      description =
          "a file of configs/storage, or a path: its nominal figures replace the measured disk")
  private List<String> storage = List.of();

  @Option(
      names = "--network",
      paramLabel = "NAME",
      split = ",",
      description =
          "a file of configs/network, or a path: its nominal figures replace the measured link")
  private List<String> network = List.of();

  @Option(
      names = "--disks-per-node",
      paramLabel = "N",
      description = "disks of --storage in a node (default: devices_per_node of its file)")
  Integer disksPerNode;

  /** What is asked for. */
  public ModelRequest request() {
    return new ModelRequest(
        machine,
        base,
        new ModelRequest.Job(workload, data, cluster, codec, lever),
        new ModelRequest.Nodes(nodes, cores, memory),
        new ModelRequest.Tiers(storage, network, disksPerNode));
  }
}
