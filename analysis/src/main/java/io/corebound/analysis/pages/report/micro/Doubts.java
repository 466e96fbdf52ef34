package io.corebound.analysis.pages.report.micro;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Figures;
import io.corebound.analysis.pages.page.Sentences;
import io.corebound.analysis.pages.report.micro.MeasuredOperation.Stability;
import io.corebound.analysis.theory.Gap;
import io.corebound.analysis.theory.MeasuredTerms;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.RunContents;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What limits how far the costs of a run can be relied on.
 *
 * @param indicative how many of these are from few forks
 * @param unstable operations whose forks differ too much, the least stable first
 * @param unjudged operations whose cost has no interval, by id and number of variants
 * @param disturbed what other programs did meanwhile, if they disturbed
 */
record Doubts(
    int costs,
    int indicative,
    boolean flagsDiffer,
    int judged,
    List<MeasuredOperation> unstable,
    Map<String, Long> unjudged,
    List<String> skipped,
    List<String> disturbed) {
  private static final Sentences SENTENCES = Sentences.of(Doubts.class, "micro");

  /** Published figures come from at least so many forks; fewer say little of how forks differ. */
  private static final int FORKS = 5;

  private static final int MOST_IN_FULL = 12;
  private static final int MOST_IN_SHORT = 3;

  static Doubts of(MeasuredOperations operations, RunContents contents) {
    List<Measurement> costs = operations.costs();
    List<MeasuredOperation> judged =
        operations.all().stream().filter(o -> o.judged().isPresent()).toList();
    return new Doubts(
        costs.size(),
        (int) costs.stream().filter(cost -> cost.n() < FORKS).count(),
        operations.differInFlags(contents.manifest().commandLine()),
        judged.size(),
        judged.stream()
            .filter(o -> o.stability() == Stability.UNSTABLE)
            .sorted(Comparator.comparingDouble(o -> -o.halfWidth()))
            .toList(),
        judged.stream()
            .filter(o -> o.stability() == Stability.UNKNOWN)
            // small tasks stand beside a large one that has an interval
            .filter(o -> !o.isWholeTask() || operations.named(o.id()).stream().noneMatch(known()))
            .collect(
                Collectors.groupingBy(MeasuredOperation::id, TreeMap::new, Collectors.counting())),
        contents.skippedOperations(),
        MeasuredTerms.disturbed(contents.measurements()).stream().map(Gap::sentence).toList());
  }

  private static Predicate<MeasuredOperation> known() {
    return o -> o.stability() != Stability.UNKNOWN;
  }

  /** What to know before costs are compared; may be empty. */
  String note() {
    return SENTENCES.say("note", this);
  }

  /** Every doubt in full, for the report. */
  List<Block> notices() {
    List<String> lines =
        new ArrayList<>(unstable.stream().limit(MOST_IN_FULL).map(Doubts::inFull).toList());
    if (unstable.size() > MOST_IN_FULL) {
      lines.add(SENTENCES.say("more", "rest", inShort(MOST_IN_FULL, unstable.size())));
    }
    return Stream.of(
            warning("unstable", lines),
            warning("unjudged", List.of(String.join(", ", unjudgedInWords()))),
            warning("skipped", skipped),
            warning("disturbed", disturbed))
        .flatMap(Optional::stream)
        .toList();
  }

  private Optional<Block> warning(String sentence, List<String> items) {
    String text = SENTENCES.say(sentence, this);
    return text.isEmpty()
        ? Optional.empty()
        : Optional.of(new Block.Notice("warning", text, items));
  }

  /** The same in at most four short paragraphs, for the terminal. */
  List<Block> inShort() {
    Map<String, Object> facts =
        Map.of(
            "doubts", this,
            "first", inShort(0, MOST_IN_SHORT),
            "rest", Math.max(0, unstable.size() - MOST_IN_SHORT),
            "unjudged", unjudgedInWords(),
            "disturbed", disturbed,
            "skipped", skipped.stream().map(s -> s.replaceFirst(":.*", "")).toList());
    return Stream.of(
            "unstable_short", "unjudged_short", "note_short", "skipped_short", "disturbed_short")
        .map(sentence -> SENTENCES.say(sentence, facts))
        .filter(text -> !text.isEmpty())
        .map(text -> (Block) new Block.Paragraph(text))
        .toList();
  }

  private static String inFull(MeasuredOperation o) {
    Measurement cost = o.judged().orElseThrow();
    String unit = (cost.unit().startsWith("ns/") ? "core-" : "") + cost.unit();
    return "%s: %s %s ± %s, n = %s"
        .formatted(
            o.label(),
            Figures.number(cost.value()),
            unit,
            Figures.percent(o.halfWidth()),
            cost.n());
  }

  private List<String> inShort(int from, int to) {
    return unstable.stream()
        .limit(to)
        .skip(from)
        .map(o -> "%s ± %s".formatted(o.label(), Figures.percent(o.halfWidth())))
        .toList();
  }

  private List<String> unjudgedInWords() {
    return unjudged.entrySet().stream()
        .map(e -> e.getValue() == 1 ? e.getKey() : e.getKey() + " x " + e.getValue())
        .toList();
  }
}
