package io.corebound.app.run;

import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.ProfileFile;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What every run is asked for, and writes down in its record.
 *
 * @param profile how much is measured; null as above
 * @param dataDir folder on the disk under test; null for the project's own
 * @param further what this kind of run is asked for besides, by key
 */
@RecordBuilder
public record RunRequest(
    List<String> arguments,
    String profileName,
    ProfileFile profile,
    ClusterFile cluster,
    Software software,
    Path dataDir,
    Path results,
    boolean keep,
    Map<String, Object> further)
    implements RunRequestBuilder.With {

  /** For a run without a profile and a cluster. */
  public RunRequest(
      List<String> arguments, Software software, Path dataDir, Path results, Map<String, ?> more) {
    this(arguments, null, null, null, software, dataDir, results, false, new LinkedHashMap<>(more));
  }

  public RunRequest on(Software other) {
    return withSoftware(other);
  }

  /** The same with a further key. */
  public RunRequest with(String key, Object value) {
    Map<String, Object> more = new LinkedHashMap<>(further);
    more.put(key, value);
    return withFurther(more);
  }

  /** The resolved configuration in full, for the run's record. */
  public Map<String, Object> configuration() {
    Map<String, Object> configuration = new LinkedHashMap<>();
    if (profile != null) {
      configuration.put("profile_name", profileName);
      configuration.put("profile", profile);
    }
    if (cluster != null) {
      configuration.put("cluster", cluster);
    }
    configuration.put("java_home", software.jdk().home().toString());
    configuration.put("jdk", software.jdk().description());
    configuration.put("hadoop_home", software.hadoop().home().toString());
    configuration.put("hadoop", software.hadoop().version());
    configuration.put("spark", Version.spark());
    configuration.putAll(further);
    configuration.put(
        "data_dir", dataDir == null ? null : dataDir.toAbsolutePath().normalize().toString());
    configuration.put("keep", keep);
    return configuration;
  }
}
