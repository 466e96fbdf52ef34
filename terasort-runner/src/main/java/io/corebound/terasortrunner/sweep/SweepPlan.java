package io.corebound.terasortrunner.sweep;

import io.corebound.records.config.StorageUnits;
import io.corebound.records.config.SweepFile;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.State;
import io.corebound.records.units.CoreboundException;
import io.corebound.terasortrunner.workload.WorkloadCell;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

/**
 * The cells of a sweep in order: repetition by repetition, so that a machine that drifts favours no
 * pair; within one by storage, then by variant. Every second repetition has the networks in
 * reverse, so that none always comes first.
 */
public record SweepPlan(List<SweepCell> cells) {
  public SweepPlan {
    cells = List.copyOf(cells);
  }

  /** Every cell of a sweep. */
  public static SweepPlan of(SweepFile sweep, int repetitions) {
    List<SweepCell> cells = new ArrayList<>();
    for (int repetition = 1; repetition <= repetitions; repetition++) {
      List<String> networks = new ArrayList<>(sweep.network());
      if (repetition % 2 == 0) {
        Collections.reverse(networks);
      }
      for (StorageUnits storage : sweep.tiers()) {
        for (String variant : sweep.variantNames()) {
          for (String network : networks) {
            if (sweep.measures(storage, network, variant)) {
              cells.add(new SweepCell(storage.name(), network, variant, repetition));
            }
          }
        }
      }
    }
    return new SweepPlan(cells);
  }

  /**
   * Those cells whose {@code storage/network} or {@code storage/network/variant} matches one of
   * some globs, all without globs; refuses a glob that is invalid or matches no cell.
   */
  public SweepPlan only(List<String> globs) {
    if (globs.isEmpty()) {
      return this;
    }
    List<PathMatcher> matchers = globs.stream().map(this::matcher).toList();
    return new SweepPlan(
        cells.stream().filter(c -> matchers.stream().anyMatch(m -> matches(m, c))).toList());
  }

  private static boolean matches(PathMatcher matcher, SweepCell cell) {
    return matcher.matches(Path.of(cell.pair())) || matcher.matches(Path.of(cell.combination()));
  }

  private PathMatcher matcher(String glob) {
    PathMatcher matcher;
    try {
      matcher = FileSystems.getDefault().getPathMatcher("glob:" + glob);
    } catch (PatternSyntaxException e) {
      throw CoreboundException.invalidInput(
          "--only '%s' is not a glob: %s; one is 'hdd/*'", glob, e.getDescription());
    }
    if (cells.stream().noneMatch(cell -> matches(matcher, cell))) {
      throw CoreboundException.invalidInput(
          "--only '%s' matches no cell; %s%s",
          glob,
          cells.stream().allMatch(c -> c.variant().isEmpty())
              ? "storage/network are "
              : "storage/network/variant are ",
          cells.stream().map(SweepCell::combination).distinct().collect(Collectors.joining(", ")));
    }
    return matcher;
  }

  /**
   * What is still to do of an interrupted sweep, by the cells' records: never what is OK, what
   * failed only when asked for, and what was under way.
   */
  public SweepPlan left(Function<SweepCell, Optional<CellResult>> found, boolean repeatFailed) {
    return new SweepPlan(
        cells.stream()
            .filter(c -> found.apply(c).map(r -> toRepeat(r, repeatFailed)).orElse(true))
            .toList());
  }

  private static boolean toRepeat(CellResult result, boolean repeatFailed) {
    if (result.state() != State.FAILED) {
      return result.state() != State.OK;
    }
    return repeatFailed || result.reason().equals(WorkloadCell.INTERRUPTED);
  }
}
