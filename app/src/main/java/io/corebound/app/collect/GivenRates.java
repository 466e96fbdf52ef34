package io.corebound.app.collect;

import io.corebound.collectors.sampler.HostFacts;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.CommandResult.DeviceKind;
import io.corebound.records.run.CommandResult.DeviceRate;
import io.corebound.records.run.CommandResult.WatchedHost;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataRate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Rates of devices as the user gives them: {@code NAME=RATE} for a disk or an interface on every
 * host that has it, {@code HOST:NAME=RATE} for one host. A disk may have device mapper's name, or
 * that of an NVMe path to it.
 */
public final class GivenRates {
  private final List<Rate> given;

  /** A rate; {@code host} is empty for all hosts. */
  private record Rate(String option, String host, String device, double mbPerS) {
    boolean isOf(HostFacts facts) {
      return (host.isEmpty() || host.equals(facts.watched().name()))
          && (facts.disk(device).isPresent() || facts.interfaces().contains(device));
    }
  }

  private GivenRates(List<Rate> given) {
    this.given = given;
  }

  /** Reads the rates by device; refuses an invalid rate, and a host that is not collected from. */
  public static GivenRates parse(Map<String, String> options, Collection<String> hosts) {
    List<Rate> given = new ArrayList<>();
    options.forEach(
        (option, text) -> {
          int colon = option.lastIndexOf(':');
          String host = option.substring(0, Math.max(0, colon));
          if (colon >= 0 && !hosts.contains(host)) {
            throw CoreboundException.invalidInput(
                "--rate %s: no host '%s' is collected from%s",
                option, host, StructuredFiles.nearest(host, hosts));
          }
          given.add(new Rate(option, host, option.substring(colon + 1), rate(option, text)));
        });
    // a rate for one host overrides a rate for all
    given.sort((a, b) -> Boolean.compare(a.host().isEmpty(), b.host().isEmpty()));
    return new GivenRates(given);
  }

  private static double rate(String option, String text) {
    try {
      return DataRate.parse(text).megabytesPerSecond();
    } catch (IllegalArgumentException e) {
      throw CoreboundException.invalidInput("%s %s: %s", DeviceRate.GIVEN, option, e.getMessage());
    }
  }

  /** The hosts with these rates in place of their own; refuses a device that no host has. */
  public List<WatchedHost> of(List<HostFacts> hosts) {
    for (Rate one : given) {
      if (hosts.stream().noneMatch(one::isOf)) {
        throw unknown(one, hosts);
      }
    }
    return hosts.stream().map(this::of).toList();
  }

  private WatchedHost of(HostFacts host) {
    List<DeviceRate> rates = new ArrayList<>();
    for (Rate one : given) {
      double rate = one.mbPerS();
      host.disk(one.device())
          .filter(disk -> one.isOf(host))
          .ifPresent(
              disk ->
                  rates.add(
                      new DeviceRate(DeviceKind.DISK, disk, rate, rate, true, DeviceRate.GIVEN)));
      if (one.isOf(host) && host.interfaces().contains(one.device())) {
        rates.add(
            new DeviceRate(DeviceKind.NETWORK, one.device(), rate, rate, false, DeviceRate.GIVEN));
      }
    }
    rates.addAll(host.watched().rates());
    return host.watched().withRates(rates);
  }

  private static CoreboundException unknown(Rate one, List<HostFacts> hosts) {
    List<HostFacts> asked =
        hosts.stream()
            .filter(h -> one.host().isEmpty() || h.watched().name().equals(one.host()))
            .toList();
    Collection<String> known = new TreeSet<>();
    asked.forEach(
        h -> {
          h.watched().devices().stream()
              .flatMap(d -> Stream.of(d.name(), d.mapped()))
              .filter(name -> !name.isEmpty())
              .forEach(known::add);
          known.addAll(h.interfaces());
        });
    return CoreboundException.invalidInput(
        "--rate %s: no disk and no network interface of %s has that name%s",
        one.option(),
        String.join(", ", asked.stream().map(h -> h.watched().name()).toList()),
        StructuredFiles.nearest(one.device(), known));
  }
}
