package io.corebound.collectors.sampler;

import java.time.Duration;
import java.util.regex.Pattern;

/** What the three tools of the sysstat package have in common. */
public final class Sysstat {
  public static final Pattern VERSION = Pattern.compile("sysstat version ([0-9.]+)");
  static final String REMEDY =
      "install the package sysstat (apt-get install sysstat, or dnf install sysstat)";

  /** A collector is stopped by us; this only bounds what a forgotten one would do. */
  static final Duration LONGEST = Duration.ofDays(2);

  /** Seconds between samples. */
  static final String INTERVAL = "1";

  private Sysstat() {}
}
