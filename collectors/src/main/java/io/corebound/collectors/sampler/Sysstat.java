package io.corebound.collectors.sampler;

import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.ToolVersion;
import java.time.Duration;

/** What the three tools of the sysstat package have in common. */
public final class Sysstat {
  static final String REMEDY =
      "install the package sysstat (apt-get install sysstat, or dnf install sysstat)";

  /** A collector is stopped by us; this only bounds what a forgotten one would do. */
  static final Duration LONGEST = Duration.ofDays(2);

  /** Seconds between samples. */
  static final String INTERVAL = "1";

  private Sysstat() {}

  /** A tool of version 11.6 or newer; what an older one lacks is the reason to refuse it. */
  static ToolVersion require(Host host, String tool, String lacks) {
    return ToolVersion.require(host, tool, "-V", REMEDY)
        .requireAtLeast(11, 6, host, lacks + "; use sysstat 11.6 or newer");
  }
}
