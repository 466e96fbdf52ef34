package io.corebound.app.run;

import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.RunManifest;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Where and when a run measured base performance, in words that a machine file keeps. */
public final class BaseSource {
  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private BaseSource() {}

  /** Command, run, moment and CPU. */
  public static String of(RunDirectory run) {
    RunManifest manifest = run.manifest();
    return "corebound "
        + manifest.commandLine().stream().findFirst().orElse("run")
        + ", "
        + manifest.runId()
        + ", measured "
        + MINUTE.format(manifest.startedAt())
        + run.environment(manifest).map(e -> " on " + e.cpuModel()).orElse("");
  }
}
