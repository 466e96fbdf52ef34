package io.corebound.collectors.probe;

import static java.util.stream.Collectors.joining;

import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.ToolVersion;
import io.corebound.hosts.process.Watch;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.units.CoreboundException;
import java.nio.file.Path;
import java.util.List;

/** A tool that measures what a disk or a network gives by its own load. */
public interface Probe {
  /** The suite of every measurement that a probe makes. */
  String SUITE = "probe";

  /** The tool's name. */
  String name();

  /** Finds the tool and its version. */
  ToolVersion probe(Host host);

  /** What it measures, for people who wait for it. */
  String subject(Path folder);

  /** About how long {@link #measure} takes. */
  double expectedSeconds(ProbeBudget budget);

  /**
   * Measures. Nothing that it made or started is ever left behind; the tool's own output is kept in
   * the run's raw folder, under {@code probe/}.
   *
   * @param folder an existing folder on the disk that is measured; other probes do not use it
   * @param watch sees what others do of the CPUs of this machine meanwhile
   * @return rows of suite {@code probe}: mean over the runs with the 95 % interval of Student's t
   * @throws CoreboundException (missing) without the tool; (failed) with what the tool said
   */
  List<Measurement> measure(
      Host host, Path folder, RunDirectory run, ProbeBudget budget, Watch watch);

  /** The probe of the network that the host has: netperf, or else iperf3. */
  static Probe network(Host host) {
    return chosen(List.of(host), new Netperf(), new Iperf3());
  }

  /** The probe of a link, by what both ends have: netperf, or else iperf3. */
  static Probe network(Link link) {
    return chosen(List.of(link.client(), link.server()), new Netperf(link), new Iperf3(link));
  }

  private static Probe chosen(List<Host> hosts, Probe netperf, Probe iperf) {
    try {
      hosts.forEach(netperf::probe);
      return netperf;
    } catch (CoreboundException noNetperf) {
      try {
        hosts.forEach(iperf::probe);
        return iperf;
      } catch (CoreboundException noIperf) {
        throw CoreboundException.missing(
            "neither netperf nor iperf3 is on host %s; install the package iperf3 (apt-get install iperf3, or dnf install iperf3)"
                .formatted(
                    hosts.stream().map(Host::name).distinct().collect(joining(" and on host "))));
      }
    }
  }
}
