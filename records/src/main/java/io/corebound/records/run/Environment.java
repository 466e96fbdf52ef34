package io.corebound.records.run;

import io.corebound.records.units.DataSize;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;

/**
 * {@code environment.json}: what the machine is, and what makes measurements on it doubtful.
 *
 * @param host its name; empty where an older corebound wrote the file
 * @param kernelSettings by setting, those that change figures, such as {@code
 *     transparent_hugepage}; without those that the machine does not have
 * @param logicalCpus logical CPUs that this process may use; the model's cores
 * @param maxFrequencyMhz nominal or maximum clock; 0 where unknown
 * @param caches size by cache, as {@code L1d}, {@code L2}, {@code L3}
 * @param memoryLimit limit of the control group; null where there is none
 * @param cpuLimitCores limit of the control group in cores; null where there is none
 * @param virtualization kind of virtual machine or container, {@code none} on bare metal
 * @param nativeLibraries by library, {@code loaded} or why not
 * @param tools version by tool; {@code missing} where it is not there
 */
@RecordBuilder
public record Environment(
    String host,
    String cpuModel,
    int logicalCpus,
    int physicalCores,
    boolean smt,
    long maxFrequencyMhz,
    Map<String, DataSize> caches,
    DataSize memory,
    DataSize memoryLimit,
    Double cpuLimitCores,
    String kernel,
    Map<String, String> kernelSettings,
    String operatingSystem,
    String clockSource,
    String virtualization,
    Map<String, String> fileSystems,
    String jdk,
    String hadoop,
    Map<String, String> nativeLibraries,
    Map<String, String> tools,
    List<String> doubts)
    implements EnvironmentBuilder.With {

  /** Files of an older corebound lack some. */
  public Environment {
    host = host == null ? "" : host;
    kernelSettings = kernelSettings == null ? Map.of() : kernelSettings;
  }
}
