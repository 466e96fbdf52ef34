package io.corebound.app.nodes;

import io.corebound.analysis.study.compare.ComparedRun;
import io.corebound.analysis.study.nodes.MeasuredNode;
import io.corebound.records.format.AtomicFiles;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.RunManifest;
import io.corebound.records.run.State;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What is kept of a node: its runs, {@code output.txt} with what was said, and {@code missing.txt}
 * with why something is missing.
 */
public record NodeFolder(Path path) {
  private static final String PREFIX = "corebound: ";

  /** What this side says while all goes well. */
  private static final List<String> OF_THIS_SIDE = List.of("sending corebound", "brought from ");

  private static final String SAID = "output.txt";

  /** The name of a node's folder, which is the node's on pages. */
  public static String nameOf(String destination) {
    return destination.replaceAll("[^A-Za-z0-9@._-]", "-");
  }

  /**
   * The nodes in a folder, by their names.
   *
   * @throws CoreboundException (invalid input) where it cannot be read or has none
   */
  public static List<MeasuredNode> in(Path folder) {
    try (Stream<Path> all = Files.list(folder)) {
      List<MeasuredNode> nodes =
          all.filter(p -> Files.exists(p.resolve(SAID)))
              .sorted()
              .map(p -> new NodeFolder(p).read())
              .toList();
      if (nodes.isEmpty()) {
        throw CoreboundException.invalidInput(
            "%s: no node in it; name a folder that 'corebound nodes' made", folder);
      }
      return nodes;
    } catch (IOException e) {
      throw CoreboundException.invalidInput(
          "%s: cannot be read (%s); name a folder that 'corebound nodes' made", folder, e);
    }
  }

  Path said() {
    return path.resolve(SAID);
  }

  private Path missing() {
    return path.resolve("missing.txt");
  }

  /** Where the links between the nodes of a job are. */
  static Path links(Path folder) {
    return folder.resolve("links.csv");
  }

  /** Links between the nodes in a folder; none where none was measured. */
  public static List<Measurement> linksIn(Path folder) {
    return Files.exists(links(folder)) ? Measurement.read(links(folder)) : List.of();
  }

  /** Keeps why something is missing, where it is. */
  void keepMissing(String reason) {
    if (!reason.isEmpty()) {
      AtomicFiles.write(missing(), reason + "\n");
    }
  }

  /** Keeps one reason more. */
  void addMissing(String reason) throws IOException {
    String before = Files.exists(missing()) ? Files.readString(missing()).strip() + "; " : "";
    keepMissing(before + reason);
  }

  /** The last message of corebound's there. */
  String lastSaid() throws IOException {
    return Files.readAllLines(said()).stream()
        .filter(line -> line.startsWith(PREFIX))
        .map(line -> line.substring(PREFIX.length()))
        .filter(line -> OF_THIS_SIDE.stream().noneMatch(line::startsWith))
        .reduce((earlier, later) -> later)
        .orElse("ended badly and said nothing");
  }

  private MeasuredNode read() {
    List<ComparedRun> runs = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    for (String name : RunDirectory.namesIn(path)) {
      RunDirectory run = new RunDirectory(path.resolve(name));
      try {
        RunManifest manifest = run.manifest();
        boolean whole = manifest.state() == State.OK;
        if (!whole) {
          missing.add(manifest.reason().strip());
        }
        // one that failed may have measured nothing
        if (whole || Files.exists(run.measurementsFile())) {
          runs.add(ComparedRun.read(run));
        }
      } catch (CoreboundException e) {
        missing.add(e.getMessage());
      }
    }
    try {
      if (Files.exists(missing())) {
        missing.add(Files.readString(missing()).strip());
      } else if (runs.isEmpty() && missing.isEmpty()) {
        missing.add("nothing was measured");
      }
    } catch (IOException e) {
      throw CoreboundException.invalidInput("%s: cannot be read: %s", missing(), e.getMessage());
    }
    List<String> reasons = missing.stream().distinct().toList();
    return new MeasuredNode(path.getFileName().toString(), runs, String.join("; ", reasons));
  }
}
