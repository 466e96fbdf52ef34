package io.corebound.app.sweep;

import io.corebound.analysis.pages.page.Sentences;
import io.corebound.hosts.process.LocalHost;
import io.corebound.records.config.ProfileFile;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a sweep would do, for {@code --dry-run}. */
public final class SweepText {
  private static final Sentences SAY = Sentences.of(SweepText.class, "dry-run");

  private SweepText() {}

  private record Line(int number, String name, String time, boolean generates) {}

  private record Variant(String name, List<String> parts) {}

  /**
   * The cells in order, their times and space; the profile's name is null where all is predicted
   * already.
   */
  public static String of(
      SweepRequest request, List<SweepCell> cells, String profile, ProfileFile probes) {
    Map<String, Object> facts = new HashMap<>();
    facts.put("sweep", request);
    if (cells.isEmpty()) {
      return SAY.lines("nothing", facts);
    }
    List<DataSize> sizes = cells.stream().map(request::size).sorted().toList();
    facts.put("cluster", request.cluster());
    facts.put("least", sizes.get(0));
    facts.put("most", sizes.get(sizes.size() - 1));
    facts.put("cells", lines(request, cells));
    facts.put(
        "variants",
        cells.stream()
            .map(SweepCell::variant)
            .filter(v -> !v.isEmpty())
            .distinct()
            .map(v -> variant(request, v))
            .toList());
    SweepSettings settings = SweepSettings.of(request.cluster());
    facts.put("settings", SweepSettings.stated(StructuredFiles.toTree(settings)));
    facts.put("storage", cells.stream().map(SweepCell::storage).distinct().toList());
    facts.put("network", cells.stream().map(SweepCell::network).distinct().toList());
    facts.put("shared", List.of());
    if (request.cluster().isExternal()) {
      facts.put("inFileSystem", SweepEstimate.inFileSystem(request));
      facts.put("inLocalDirectories", SweepEstimate.inLocalDirectories(request));
    } else {
      Map<String, DataSize> inDirectories = SweepSpace.ofDirectories(request, cells);
      facts.put("shared", LabSweep.shared(request, LocalHost.forQuestions()));
      facts.put("inLab", SweepSpace.ofLab(request, cells));
      facts.put("inDirectories", inDirectories);
      facts.put("directories", List.copyOf(inDirectories.keySet()));
    }
    facts.put("time", words(SweepEstimate.ofCells(request, cells)));
    facts.put("profile", profile);
    facts.put("baseTime", profile == null ? "" : words(SweepBase.expected(request, cells, probes)));
    return SAY.lines("plan", facts);
  }

  private static List<Line> lines(SweepRequest request, List<SweepCell> cells) {
    Set<SweepCell> generating = SweepEstimate.generating(request, cells);
    List<Line> lines = new ArrayList<>();
    SweepEstimate.ofEach(request, cells)
        .forEach(
            (cell, time) ->
                lines.add(
                    new Line(
                        lines.size() + 1, cell.name(), words(time), generating.contains(cell))));
    return lines;
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

  private static Variant variant(SweepRequest request, String name) {
    SweepFile.Variant variant = request.file().ways().get(name);
    List<String> parts = new ArrayList<>();
    parts.add(variant.of(request.amount().size()).toString());
    if (variant.workload() != null) {
      parts.add("workload " + variant.workload());
    }
    if (variant.engine() != null) {
      parts.add("engine " + variant.engine());
    }
    if (variant.settings() != null) {
      parts.addAll(SweepSettings.stated(StructuredFiles.toTree(variant.settings())));
    }
    return new Variant(name, parts);
  }
}
