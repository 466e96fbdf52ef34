package io.corebound.collectors;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.records.Samples;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;

/** Whatever the text, collectors' parsers throw nothing, and probes' only MalformedOutput. */
class ParserPropertyTest {
  private static final int TRIES = 200;

  private static final PidStat PIDSTAT = new PidStat(Map.of(22001L, "idler", 22002L, "worker"));

  private record Case(Collector collector, String text) {}

  private static final List<Case> COLLECTORS =
      List.of(
          new Case(new Sar(), Fixture.text("sar-12.6.1.json")),
          new Case(new Sar(), Fixture.text("sar-11.6.5.json")),
          new Case(new IoStat(), Fixture.text("iostat-12.6.1.json")),
          new Case(PIDSTAT, Fixture.text("pidstat-12.6.1.txt")));

  private interface ProbeParser {
    void parse(String text) throws MalformedOutput;
  }

  private static final Map<String, ProbeParser> PROBES =
      Map.of(
          "fio-3.33-read.json", text -> Fio.parse(text, "read"),
          "iperf3-3.12.json", Iperf3::parse,
          "netperf-2.7.0.txt", Netperf::parse);

  @Property(tries = TRIES)
  void cutAnywhereGivesABeginningOfTheWhole(@ForAll @DoubleRange(min = 0, max = 1) double where) {
    for (Case one : COLLECTORS) {
      Parsed whole = one.collector().parse("node", one.text());
      String text = cut(one.text(), where);
      Parsed parsed = one.collector().parse("node", text);
      assertThat(parsed.rows()).isLessThanOrEqualTo(whole.rows());
      for (Samples samples : parsed.samples()) {
        Samples same =
            whole.samples().stream()
                .filter(s -> s.source().equals(samples.source()))
                .findFirst()
                .orElseThrow();
        assertThat(same.rows()).startsWith(samples.rows().toArray(Samples.Row[]::new));
      }
      boolean betweenLines = one.collector() == PIDSTAT && text.endsWith("\n");
      if (parsed.rows() < whole.rows() && !betweenLines) {
        assertThat(parsed.problem().isEmpty() && parsed.notUnderstood() == 0)
            .as("nothing is said of what is lacking after %d characters", text.length())
            .isFalse();
      }
    }
  }

  @Property(tries = TRIES)
  void aCutResultOfAProbeIsNoResult(@ForAll @DoubleRange(min = 0, max = 0.99) double where) {
    PROBES.forEach(
        (fixture, parser) -> assertRefusedOrRead(parser, cut(Fixture.text(fixture), where)));
  }

  @Property(tries = TRIES)
  void randomBytesAreReportedNotThrown(@ForAll @Size(max = 2000) byte[] bytes) {
    assertNothingThrown(new String(bytes, StandardCharsets.UTF_8));
  }

  @Property(tries = TRIES)
  void changedBytesAreReportedNotThrown(@ForAll long seed) {
    Random random = new Random(seed);
    for (Case one : COLLECTORS) {
      one.collector().parse("node", changed(one.text(), random));
    }
    PROBES.forEach(
        (fixture, parser) -> assertRefusedOrRead(parser, changed(Fixture.text(fixture), random)));
  }

  @Property(tries = 20)
  void deepOrHugeJsonIsReportedNotThrown(@ForAll long seed) {
    Random random = new Random(seed);
    int size = 1 + random.nextInt(100_000);
    String deep = "{\"sysstat\": {\"statistics\": [" + "{\"a\": [".repeat(size);
    String huge = Fixture.text("sar-12.6.1.json").replace("78.79", "9".repeat(size));
    String exponent = Fixture.text("iostat-12.6.1.json").replace("409936.00", "1e" + size);
    assertNothingThrown(deep);
    assertNothingThrown(huge);
    assertNothingThrown(exponent);
  }

  private static void assertNothingThrown(String text) {
    for (Case one : COLLECTORS) {
      one.collector().parse("node", text);
    }
    PROBES.values().forEach(parser -> assertRefusedOrRead(parser, text));
  }

  private static void assertRefusedOrRead(ProbeParser parser, String text) {
    try {
      parser.parse(text);
    } catch (MalformedOutput e) {
      assertThat(e).hasMessageNotContaining("\n");
    }
  }

  private static String cut(String text, double where) {
    return text.substring(0, (int) Math.round(where * text.length()));
  }

  private static String changed(String text, Random random) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < 1 + random.nextInt(20); i++) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
