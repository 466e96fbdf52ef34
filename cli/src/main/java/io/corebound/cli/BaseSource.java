package io.corebound.cli;

import io.corebound.records.Environment;
import io.corebound.records.RunDirectory;
import io.corebound.records.RunManifest;
import io.corebound.records.StructuredFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Where and when a run measured base performance, in words that a machine file keeps. */
final class BaseSource {
  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private BaseSource() {}

  /** Command, run, moment and CPU. */
  static String of(RunDirectory run) {
    RunManifest manifest = run.manifest();
    return "corebound "
        + manifest.commandLine().stream().findFirst().orElse("run")
        + ", "
        + manifest.runId()
        + ", measured "
        + MINUTE.format(manifest.startedAt())
        + cpu(run.environmentFile());
  }

  /** A run that failed early may not have come to its environment. */
  private static String cpu(Path environment) {
    return Files.exists(environment)
        ? " on " + StructuredFiles.readJson(environment, Environment.class).cpuModel()
        : "";
  }
}
