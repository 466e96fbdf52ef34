package io.corebound.analysis.report.micro;

import io.corebound.analysis.page.Figures;
import io.corebound.analysis.page.Page.Tile;
import io.corebound.analysis.page.Words;
import io.corebound.analysis.report.cell.RunContents;
import io.corebound.records.run.Measurement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a run of the suites alone came to, in a few lines.
 *
 * @param headline the dearest operation
 * @param lead reading HDFS, and what a fast device would need
 * @param tiles the figures that matter most
 * @param costliest the dearest operations, whole tasks and single values of basic types left out
 * @param notes what is to be known before these are held beside each other, a sentence or two each
 * @param unstable costs that the run could not settle, a line each
 * @param unjudged costs of a single sample, by operation
 * @param others what has no bytes: start-up, the idle cluster, contention; a line each
 * @param skipped what was not measured, with the reason
 */
public record MicroFindings(
    String headline,
    String lead,
    List<Tile> tiles,
    List<MeasuredOperation> costliest,
    List<String> notes,
    List<String> unstable,
    List<String> unjudged,
    List<String> others,
    List<String> skipped) {
  /** Suites whose figures are no costs a byte. */
  private static final Set<String> WITHOUT_BYTES = Set.of("contention", "idle", "jvm", "start");

  private static final Set<String> WHOLE = Set.of("all", "wall");
  private static final double DEVICE_MB_PER_S = 2000;

  public static MicroFindings of(MeasuredOperations operations, RunContents contents) {
    List<MeasuredOperation> costliest =
        operations.costliest().stream()
            .filter(o -> !o.isWholeTask() && !o.isSingleValue())
            .toList();
    List<MeasuredOperation> ranked = costliest.isEmpty() ? operations.costliest() : costliest;
    Optional<MeasuredOperation> hdfs =
        operations.named("read.hdfs").stream().filter(o -> o.cost().isPresent()).findFirst();
    List<String> unstable =
        CostliestSection.unstable(operations).stream()
            .map(CostliestSection::unstableInWords)
            .toList();
    int judged = (int) operations.all().stream().filter(o -> o.judged().isPresent()).count();
    return new MicroFindings(
        ranked.stream().findFirst().map(MicroFindings::headline).orElse("Operations were measured"),
        lead(ranked, hdfs),
        tiles(ranked, hdfs, judged, unstable.size()),
        ranked,
        CostliestSection.notes(operations, contents),
        unstable,
        CostliestSection.unjudgedInWords(operations),
        others(operations),
        contents.skippedOperations());
  }

  private static String headline(MeasuredOperation dearest) {
    return Words.capital(Words.operation(dearest.id()))
        + " is the dearest: one core does "
        + Figures.number(dearest.oneCoreMbPerS())
        + " MB/s";
  }

  private static List<String> others(MeasuredOperations operations) {
    return operations.all().stream()
        .flatMap(o -> o.rows().stream())
        .filter(m -> WITHOUT_BYTES.contains(m.suite()))
        .filter(m -> WHOLE.contains(m.process()))
        .map(MicroFindings::inWords)
        .toList();
  }

  private static String inWords(Measurement m) {
    if (m.metric().equals(Measurement.Metric.SCATTER)) {
      return "the machine's speed, from turn to turn of the forks: strays by "
          + Figures.percent(m.value())
          + " (standard deviation, "
          + m.n()
          + " turns)";
    }
    return m.operation()
        + variant(m)
        + ", "
        + m.metric().replace('_', ' ')
        + (m.threads() > 1 ? ", " + m.threads() + " at once" : "")
        + ": "
        + Figures.number(m.value())
        + " "
        + m.unit();
  }

  /**
   * Which of several: the suite and the operation whose copies contended, how many CPUs they
   * shared, an archive of classes.
   */
  private static String variant(Measurement row) {
    String words =
        Stream.of("suite", "operation", "cpus", "cds")
            .filter(row.parameters()::containsKey)
            .map(name -> name + " " + row.parameters().get(name))
            .collect(Collectors.joining(", "));
    return words.isEmpty() ? "" : " (" + words + ")";
  }

  private static String lead(List<MeasuredOperation> ranked, Optional<MeasuredOperation> hdfs) {
    List<String> sentences = new ArrayList<>();
    hdfs.ifPresent(
        o ->
            sentences.add(
                "Reading HDFS costs "
                    + Figures.number(MeasuredOperation.value(o.cost()))
                    + " core-seconds a GB over every process, so one core's worth of CPU reads "
                    + Figures.number(o.oneCoreMbPerS())
                    + " MB/s."));
    ranked.stream()
        .findFirst()
        .ifPresent(
            o ->
                sentences.add(
                    "A PCIe SSD of 2 GB/s would keep "
                        + Figures.number(o.coresFor(DEVICE_MB_PER_S))
                        + " cores busy with "
                        + Words.operation(o.id())
                        + " alone."));
    return sentences.isEmpty()
        ? "What was measured is shown below; what was not says why."
        : String.join(" ", sentences);
  }

  private static List<Tile> tiles(
      List<MeasuredOperation> ranked, Optional<MeasuredOperation> hdfs, int judged, int unstable) {
    List<Tile> tiles = new ArrayList<>();
    ranked.stream()
        .findFirst()
        .ifPresent(
            o ->
                tiles.add(
                    new Tile(
                        "Dearest operation",
                        Figures.number(MeasuredOperation.value(o.cost())) + " core-ns/B",
                        Words.operation(o.id()))));
    hdfs.ifPresent(
        o ->
            tiles.add(
                new Tile(
                    "Reading HDFS",
                    Figures.number(o.oneCoreMbPerS()) + " MB/s",
                    "for each core, all processes counted")));
    if (judged > 0) {
      tiles.add(
          new Tile(
              "Costs measured",
              String.valueOf(judged),
              unstable == 0 ? "none unstable" : unstable + " unstable"));
    }
    return tiles;
  }
}
