package io.corebound.collectors.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.collectors.output.NotUnderstood;
import io.corebound.records.run.Samples;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Output that is larger than memory is read while it comes. */
class ManyCpusTest {
  /** Some buffers, of 64 KiB at most. */
  private static final long BUFFERED = 200_000;

  @Test
  void everySecondIsGivenAwayBeforeTheNextOneIsRead() throws IOException {
    ManyCpus text = new ManyCpus(2048, 10);
    List<Long> ahead = new ArrayList<>();
    NotUnderstood notes = new NotUnderstood();
    String problem =
        SysstatJson.read(
            text, notes, second -> ahead.add(text.given() - (ahead.size() + 1L) * text.length()));
    assertThat(problem).isEmpty();
    assertThat(notes.count()).isZero();
    assertThat(text.length()).isGreaterThan(300_000);
    assertThat(ahead).hasSize(10).allMatch(read -> read < BUFFERED);
  }

  @Test
  void everyCpuHasItsSamples() throws IOException {
    Samples cpu = new Sar().parse("node", new ManyCpus(300, 70)).samples().get(0);
    assertThat(cpu.devices()).hasSize(301).startsWith("all", "0").endsWith("299");
    assertThat(cpu.rows()).hasSize(301 * 70);
    assertThat(cpu.rowsOf("165").get(69).values())
        .containsExactly(15.25, 0.0, 5.0, 0.0, 0.0, 0.0, 0.0, 79.75);
  }
}
