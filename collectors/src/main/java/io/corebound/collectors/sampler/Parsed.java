package io.corebound.collectors.sampler;

import io.corebound.collectors.output.NotUnderstood;
import io.corebound.collectors.output.SampleTable;
import io.corebound.records.run.Samples;
import java.util.List;

/**
 * What a tool's text contained.
 *
 * @param samples one a source; empty when nothing was understood
 * @param notUnderstood how many lines, values and fields were not understood; a field that is not
 *     known is counted once, however often it comes
 * @param problem what is wrong with the text as a whole (cut off, not this tool's output); else
 *     empty. What came before is in the samples.
 */
public record Parsed(
    List<Samples> samples, int notUnderstood, List<String> examples, String problem) {

  static Parsed of(List<SampleTable> tables, NotUnderstood notes, String problem) {
    return new Parsed(
        tables.stream().map(SampleTable::samples).toList(),
        notes.count(),
        notes.examples(),
        problem);
  }

  /** Copies the lists; samples without rows are left out. */
  public Parsed {
    samples = samples.stream().filter(s -> !s.rows().isEmpty()).toList();
    examples = List.copyOf(examples);
  }

  /** How many rows there are in all. */
  public int rows() {
    return samples.stream().mapToInt(s -> s.rows().size()).sum();
  }
}
