package io.corebound.analysis.pages.report.micro;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Figures;
import io.corebound.analysis.pages.page.Page.Tile;
import io.corebound.analysis.pages.page.Sentences;
import io.corebound.analysis.pages.page.Words;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.RunContents;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a run of the suites alone found, in a few lines.
 *
 * @param costliest operations by cost, without whole tasks and single values of basic types
 * @param hdfs reading HDFS; null where that was not measured
 * @param withoutBytes start-up, the idle cluster and contention, which have no cost a byte; none
 *     where starts were compared
 * @param starts what starts cost under several settings; empty where one was measured
 */
public record MicroFindings(
    List<MeasuredOperation> costliest,
    MeasuredOperation hdfs,
    Doubts doubts,
    List<Measurement> withoutBytes,
    Starts starts) {
  private static final Sentences SENTENCES = Sentences.of(MicroFindings.class, "micro");
  private static final String START = "start";
  private static final Set<String> WITHOUT_BYTES = Set.of("contention", "idle", "jvm", START);
  private static final int MOST = 10;

  public static MicroFindings of(MeasuredOperations operations, RunContents contents) {
    List<MeasuredOperation> ofData =
        operations.costliest().stream()
            .filter(o -> !o.isWholeTask() && !o.isSingleValue())
            .toList();
    Starts starts = Starts.of(contents.measurements());
    return new MicroFindings(
        ofData.isEmpty() ? operations.costliest() : ofData,
        operations.named("read.hdfs").stream()
            .filter(o -> o.has(Quantity.COST))
            .findFirst()
            .orElse(null),
        Doubts.of(operations, contents),
        operations.all().stream()
            .flatMap(o -> o.rows().stream())
            .filter(m -> WITHOUT_BYTES.contains(m.suite()))
            .filter(m -> starts.isEmpty() || !m.suite().equals(START))
            .filter(m -> MeasuredOperation.WHOLE.contains(m.process()))
            .toList(),
        starts);
  }

  public String headline() {
    return say("headline");
  }

  /** The headline's figures, a sentence or two. */
  public String lead() {
    return say("lead");
  }

  private String say(String sentence) {
    Map<String, Object> facts = new HashMap<>();
    facts.put("costliest", costliest.isEmpty() ? null : costliest.get(0));
    facts.put("hdfs", hdfs);
    facts.put("starts", starts.settings());
    facts.put("hdfsCost", hdfs == null ? null : hdfs.value(Quantity.COST));
    return SENTENCES.say(sentence, facts);
  }

  public List<Tile> tiles() {
    List<Tile> tiles = new ArrayList<>();
    if (!costliest.isEmpty()) {
      MeasuredOperation first = costliest.get(0);
      String cost = Figures.number(first.value(Quantity.COST)) + " core-ns/B";
      tiles.add(new Tile("Costliest operation", cost, Words.operation(first.id())));
    }
    if (hdfs != null) {
      String rate = Figures.number(hdfs.oneCoreMbPerS()) + " MB/s";
      tiles.add(new Tile("Reading HDFS", rate, "for each core, all processes counted"));
    }
    if (doubts.judged() > 0) {
      int unstable = doubts.unstable().size();
      String note = "%s unstable".formatted(unstable == 0 ? "none" : unstable);
      tiles.add(new Tile("Costs measured", String.valueOf(doubts.judged()), note));
    }
    return tiles;
  }

  /** The essence for the terminal: the answer, the costliest, what is doubtful. */
  public List<Block> inShort() {
    List<Block> blocks = new ArrayList<>(List.of(new Block.Paragraph(lead())));
    if (!costliest.isEmpty()) {
      blocks.add(SENTENCES.tableOf("costliest", "", costliest.stream().limit(MOST).toList()));
    }
    if (!starts.isEmpty()) {
      blocks.add(starts.table(""));
    }
    if (!withoutBytes.isEmpty()) {
      blocks.add(SENTENCES.tableOf("without_bytes", "", withoutBytes));
    }
    List<Block> doubtful = doubts.inShort();
    if (!doubtful.isEmpty()) {
      blocks.add(new Block.Heading("What is doubtful:"));
      blocks.addAll(doubtful);
    }
    return blocks;
  }
}
