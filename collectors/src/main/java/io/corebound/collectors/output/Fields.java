package io.corebound.collectors.output;

import java.util.Set;
import tools.jackson.databind.JsonNode;

/** The fields of one JSON object of a tool, read with every gap noted. */
public record Fields(String section, JsonNode node, NotUnderstood notes) {
  /** sysstat's kB is 1024 bytes (sar(1), iostat(1)); ours is MB of 10^6. */
  private static final double SYSSTAT_KB = 1024;

  private static final double SECTOR = 512;

  private static final double MB = 1e6;

  /** No figure of a machine is larger; sums and products of such figures stay finite. */
  public static final double LARGEST = 1e15;

  /** A number, under the first of these names that is there; NaN, and noted, when none is. */
  public double number(String... names) {
    for (String name : names) {
      if (node.has(name)) {
        return finite(name);
      }
    }
    notes.addField(section + ": no field '" + names[0] + "'");
    return Double.NaN;
  }

  /** A number that some versions do not have and that is zero then. */
  public double numberOrZero(String name) {
    return node.has(name) ? finite(name) : 0;
  }

  private double finite(String name) {
    JsonNode value = node.get(name);
    double number = value.isNumber() ? value.asDouble(Double.NaN) : Double.NaN;
    if (!(Math.abs(number) <= LARGEST)) {
      notes.add(section + ": '" + name + "' is " + value);
      return Double.NaN;
    }
    return number;
  }

  /** An amount or a rate in sysstat's kB, as MB. */
  public double megabytes(String name) {
    return number(name) * SYSSTAT_KB / MB;
  }

  /**
   * A rate in sysstat's kB, as MB; where it is twice its requests a second times their mean size in
   * kB, it is a number of sectors of 512 bytes, which is noted.
   */
  public double megabytes(String rate, String requests, String meanSize) {
    double kilobytes = number(rate);
    double byRequests = node.path(requests).asDouble(0) * node.path(meanSize).asDouble(0);
    if (byRequests > 0 && kilobytes > 1.5 * byRequests) {
      notes.addField(section + ": '" + rate + "' is in sectors, a bug of sysstat 12.1.2 to 12.2.0");
      return kilobytes * SECTOR / MB;
    }
    return kilobytes * SYSSTAT_KB / MB;
  }

  /** A rate in sysstat's kB, or as older versions have it in sectors of 512 bytes, as MB. */
  public double megabytesOrSectors(String kilobytes, String sectors) {
    return node.has(kilobytes) || !node.has(sectors)
        ? megabytes(kilobytes)
        : number(sectors) * SECTOR / MB;
  }

  /** Text; empty, and noted, when it is not there. */
  public String text(String name) {
    JsonNode value = node.get(name);
    if (value == null || !value.isString()) {
      notes.addField(section + ": no field '" + name + "'");
      return "";
    }
    return value.asString();
  }

  /** Notes fields with unknown names. */
  public void noteUnknown(Set<String> known) {
    for (String name : node.propertyNames()) {
      if (!known.contains(name)) {
        notes.addField(section + ": unknown field '" + name + "'");
      }
    }
  }
}
