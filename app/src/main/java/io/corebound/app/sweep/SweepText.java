package io.corebound.app.sweep;

import io.corebound.analysis.page.Words;
import io.corebound.hosts.process.LocalHost;
import io.corebound.records.config.NetworkFile;
import io.corebound.records.config.ProfileFile;
import io.corebound.records.config.StorageFile;
import io.corebound.records.config.SweepFile;
import io.corebound.records.config.SweepSettings;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.DataSize;
import io.corebound.terasortrunner.sweep.LabSweep;
import io.corebound.terasortrunner.sweep.SweepCell;
import io.corebound.terasortrunner.sweep.SweepEstimate;
import io.corebound.terasortrunner.sweep.SweepRequest;
import io.corebound.terasortrunner.sweep.SweepSpace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What a sweep would do, for {@code --dry-run}. */
public final class SweepText {
  private SweepText() {}

  /**
   * The cells in order, their times and space; the profile's name is null where all is predicted
   * already.
   */
  public static String of(
      SweepRequest request, List<SweepCell> cells, String profile, ProfileFile probes) {
    if (cells.isEmpty()) {
      return "%s, profile %s: every cell has run; --repeat-failed runs again one that failed%n"
          .formatted(request.name(), request.profile());
    }
    StringBuilder text = new StringBuilder();
    text.append(
        "%s, profile %s: %s of %s, on %s of %s%n"
            .formatted(
                request.name(),
                request.profile(),
                Words.count(cells.size(), "cell"),
                sizes(request, cells),
                Words.count(request.cluster().nodes(), "worker"),
                Words.count(request.cluster().coresPerNode(), "core")));
    Set<SweepCell> generating = SweepEstimate.generating(request, cells);
    Map<SweepCell, Duration> each = SweepEstimate.ofEach(request, cells);
    for (int i = 0; i < cells.size(); i++) {
      SweepCell cell = cells.get(i);
      text.append(
          "%3s  %-36s about %11s%s%n"
              .formatted(
                  i + 1,
                  cell.name(),
                  words(each.get(cell)),
                  generating.contains(cell) ? "  generates the input" : ""));
    }
    cells.stream()
        .map(SweepCell::variant)
        .filter(v -> !v.isEmpty())
        .distinct()
        .forEach(v -> text.append(variant(request, v)));
    SweepSettings settings = SweepSettings.of(request.cluster());
    text.append(
        "Settings: %s%n"
            .formatted(String.join("; ", SweepSettings.stated(StructuredFiles.toTree(settings)))));
    text.append("Tiers, a worker's devices and link here:%n".formatted());
    int cores = request.cluster().coresPerNode();
    cells.stream()
        .map(SweepCell::storage)
        .distinct()
        .forEach(n -> text.append(storage(n, request.storage().get(n), cores)));
    cells.stream()
        .map(SweepCell::network)
        .distinct()
        .forEach(n -> text.append(network(n, request.network().get(n), cores)));
    if (request.cluster().isLab()) {
      LabSweep.shared(request, LocalHost.forQuestions())
          .forEach(line -> text.append("  %s%n".formatted(line)));
    }
    text.append(
        "In all about %s for the cells%s; space: %s%n"
            .formatted(
                words(SweepEstimate.ofCells(request, cells)),
                profile == null
                    ? ""
                    : ", and "
                        + words(SweepBase.expected(request, cells, probes))
                        + " for base performance",
                space(request, cells)));
    if (request.predictedCells().isEmpty()) {
      text.append(
          """
          No cell is predicted: --measure PROFILE or --machine RUN predicts those of Hadoop
          """);
    } else if (profile != null && request.machine() == null) {
      boolean external = request.cluster().isExternal();
      text.append(
          """
          Before them the %s suites are measured%s (quick: about six minutes, model: half an \
          hour or more); --machine RUN takes those of an earlier run%s
          """
              .formatted(
                  profile,
                  external ? " on this machine" : "",
                  external ? ", such as one of 'corebound micro --host' of a worker" : ""));
    }
    return text.toString();
  }

  /** {@code 256MB}, {@code 256MB to 1GB}. */
  private static String sizes(SweepRequest request, List<SweepCell> cells) {
    List<DataSize> sizes = cells.stream().map(request::size).distinct().sorted().toList();
    return sizes.size() == 1
        ? sizes.get(0).toString()
        : sizes.get(0) + " to " + sizes.get(sizes.size() - 1);
  }

  /** {@code 48 s}, {@code 12 min 30 s}, {@code 1 h 39 min}. */
  static String words(Duration time) {
    long minutes = time.plusSeconds(30).toMinutes();
    if (time.toSeconds() < 60) {
      return time.toSeconds() + " s";
    }
    return minutes < 60
        ? time.toMinutes() + " min " + time.toSecondsPart() + " s"
        : minutes / 60 + " h " + minutes % 60 + " min";
  }

  private static String space(SweepRequest request, List<SweepCell> cells) {
    return request.cluster().isExternal()
        ? "%s in the cluster's file system, replicas included; up to %s in its local directories"
            .formatted(
                SweepEstimate.inFileSystem(request).display(),
                SweepEstimate.inLocalDirectories(request).display())
        : SweepSpace.ofLab(request, cells).display()
            + " on the lab's disks, in memory where it fits"
            + SweepSpace.ofDirectories(request, cells).entrySet().stream()
                .map(e -> "; " + e.getValue().display() + " in " + e.getKey())
                .collect(Collectors.joining());
  }

  private static String variant(SweepRequest request, String name) {
    SweepFile.Variant variant = request.file().ways().get(name);
    List<String> parts = new ArrayList<>();
    parts.add(variant.of(request.amount().size()).toString());
    if (variant.workload() != null) {
      parts.add("workload %s".formatted(variant.workload()));
    }
    if (variant.engine() != null) {
      parts.add("engine %s".formatted(variant.engine()));
    }
    if (variant.settings() != null) {
      parts.addAll(SweepSettings.stated(StructuredFiles.toTree(variant.settings())));
    }
    return "Variant %s: %s%n".formatted(name, String.join("; ", parts));
  }

  private static String storage(String name, StorageFile file, int cores) {
    if (file.real()) {
      return "  %-16s %s, as it is%n".formatted(name, file.directory());
    }
    StorageFile here = file.scaledTo(cores);
    return "  %-16s %s x %s read, %s write (%s and %s on %s cores)%n"
        .formatted(
            name,
            here.devicesPerNode(),
            here.read().display(),
            here.write().display(),
            file.read().display(),
            file.write().display(),
            file.referenceCores());
  }

  private static String network(String name, NetworkFile file, int cores) {
    if (file.real()) {
      return "  %-16s %s, as it is%n".formatted(name, file.interfaceName());
    }
    return "  %-16s %s each way (%s on %s cores)%n"
        .formatted(
            name,
            file.scaledTo(cores).rate().display(),
            file.rate().display(),
            file.referenceCores());
  }
}
