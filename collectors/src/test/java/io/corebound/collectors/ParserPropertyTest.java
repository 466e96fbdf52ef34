package io.corebound.collectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.corebound.collectors.output.MalformedOutput;
import io.corebound.collectors.probe.FioJob;
import io.corebound.collectors.probe.Iperf3;
import io.corebound.collectors.probe.Netperf;
import io.corebound.collectors.sampler.Collector;
import io.corebound.collectors.sampler.IoStat;
import io.corebound.collectors.sampler.Parsed;
import io.corebound.collectors.sampler.PidStat;
import io.corebound.collectors.sampler.Pressure;
import io.corebound.collectors.sampler.Sar;
import io.corebound.records.run.Samples;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Whatever the text, collectors' parsers throw nothing, and probes' only MalformedOutput; none of
 * them hangs, and no figure is infinite.
 */
class ParserPropertyTest {
  private static final int TRIES = 100;
  private static final JsonMapper JSON = new JsonMapper();
  private static final Pattern NUMBER = Pattern.compile("[0-9]+(\\.[0-9]+)?");

  /** Far more than any parser takes for a text of that size on a busy machine. */
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private static final int HOSTILE_LENGTH = 300_000;

  /** Cut between two lines, a text of lines does not show it. */
  private record Case(Collector collector, String fixture, boolean ofLines) {
    String text() {
      return Fixture.text(fixture);
    }

    Parsed parse(String text) {
      return collector.parse("node", text);
    }
  }

  private static final Case PIDSTAT =
      new Case(new PidStat(Map.of(22001L, "idler", 22002L, "worker")), "pidstat-12.6.1.txt", true);
  private static final Case PRESSURE = new Case(new Pressure(), "pressure-6.18.txt", true);

  private static final List<Case> JSON_COLLECTORS =
      Stream.concat(
              Stream.of(
                      "sar-11.2.12.json",
                      "sar-11.6.5.json",
                      "sar-12.0.6.json",
                      "sar-12.5.4.json",
                      "sar-12.6.1.json",
                      "sar-12.6.1-restart.json",
                      "sar-12.7.9.json")
                  .map(f -> new Case(new Sar(), f, false)),
              Stream.of("iostat-12.0.6.json", "iostat-12.6.1.json", "iostat-12.6.1-ja_JP.json")
                  .map(f -> new Case(new IoStat(), f, false)))
          .toList();

  private static final List<Case> COLLECTORS =
      Stream.of(
              JSON_COLLECTORS,
              List.of(
                  PIDSTAT,
                  PRESSURE,
                  new Case(new IoStat(), "iostat-11.7.3.json", false),
                  new Case(
                      new PidStat(Map.of(10323L, "worker")), "pidstat-12.6.1-ja_JP.txt", true)))
          .flatMap(List::stream)
          .toList();

  private interface ProbeParser {
    Object parse(String text) throws MalformedOutput;
  }

  private static final Map<String, ProbeParser> JSON_PROBES =
      Map.of(
          "fio-2.21-read.json",
          text -> FioJob.parse(text, "read"),
          "fio-3.1-write.json",
          text -> FioJob.parse(text, "write"),
          "fio-3.33-read.json",
          text -> FioJob.parse(text, "read"),
          "iperf3-3.0.12.json",
          Iperf3::parse,
          "iperf3-3.12.json",
          Iperf3::parse,
          "iperf3-3.19.json",
          Iperf3::parse);

  private static final Map<String, ProbeParser> NETPERF =
      Map.of("netperf-2.6.0.txt", Netperf::parse, "netperf-2.7.0.txt", Netperf::parse);

  private static void forEachProbe(BiConsumer<String, ProbeParser> action) {
    JSON_PROBES.forEach((fixture, parser) -> action.accept(Fixture.text(fixture), parser));
    NETPERF.forEach((fixture, parser) -> action.accept(Fixture.text(fixture), parser));
  }

  @Property(tries = TRIES)
  void cutAnywhereGivesABeginningOfTheWhole(@ForAll @DoubleRange(min = 0, max = 1) double where) {
    for (Case one : COLLECTORS) {
      Parsed whole = one.parse(one.text());
      String text = cut(one.text(), where);
      Parsed parsed = one.parse(text);
      assertThat(parsed.rows()).isLessThanOrEqualTo(whole.rows());
      for (Samples samples : parsed.samples()) {
        Samples same =
            whole.samples().stream()
                .filter(s -> s.source().equals(samples.source()))
                .findFirst()
                .orElseThrow();
        assertThat(same.rows()).startsWith(samples.rows().toArray(Samples.Row[]::new));
      }
      boolean betweenLines = one.ofLines() && text.endsWith("\n");
      if (parsed.rows() < whole.rows() && !betweenLines) {
        assertThat(parsed.problem().isEmpty() && parsed.notUnderstood() == 0)
            .as("nothing is said of what %s lacks after %s", one.fixture(), text.length())
            .isFalse();
      }
    }
  }

  @Property(tries = TRIES)
  void aCutResultOfAProbeIsNoResult(@ForAll @DoubleRange(min = 0, max = 0.99) double where) {
    JSON_PROBES.forEach(
        (fixture, parser) -> {
          String cut = cut(Fixture.text(fixture), where);
          assertThat(outcome(parser, cut)).isInstanceOf(MalformedOutput.class);
        });
    NETPERF.forEach(
        (fixture, parser) ->
            assertThat(outcome(parser, cut(Fixture.text(fixture), where)))
                .isInstanceOf(MalformedOutput.class));
  }

  @Property(tries = TRIES)
  void randomBytesAreReportedNotThrown(@ForAll @Size(max = 2000) byte[] bytes) {
    assertNothingThrown(new String(bytes, StandardCharsets.UTF_8));
  }

  @Property(tries = TRIES)
  void randomBytesInTheMiddleAreReportedNotThrown(
      @ForAll @Size(max = 200) byte[] bytes, @ForAll @DoubleRange(min = 0, max = 1) double where) {
    String inserted = new String(bytes, StandardCharsets.UTF_8);
    for (Case one : COLLECTORS) {
      String head = cut(one.text(), where);
      String rest = one.text().substring(Math.min(head.length(), one.text().length()));
      assertFinite(one.parse(head + inserted + rest));
    }
    forEachProbe((text, parser) -> outcome(parser, cut(text, where) + inserted + text));
  }

  @Property(tries = TRIES)
  void changedBytesAreReportedNotThrown(@ForAll long seed) {
    Random random = new Random(seed);
    for (Case one : COLLECTORS) {
      assertFinite(one.parse(changed(one.text(), random)));
    }
    forEachProbe((text, parser) -> outcome(parser, changed(text, random)));
  }

  @Property(tries = TRIES)
  void hugeNumbersNeverBecomeInfiniteOnes(@ForAll long seed, @ForAll("hugeNumbers") String number) {
    Random random = new Random(seed);
    for (Case one : COLLECTORS) {
      assertFinite(one.parse(withNumber(one.text(), number, random)));
    }
    forEachProbe(
        (text, parser) -> {
          Object result = outcome(parser, withNumber(text, number, random));
          assertThat(String.valueOf(result)).doesNotContain("Infinity");
        });
  }

  @Provide
  Arbitrary<String> hugeNumbers() {
    return Arbitraries.of(
        "9".repeat(16),
        "9".repeat(19),
        "9".repeat(308),
        "9".repeat(400),
        "9".repeat(5000),
        "1e15",
        "1.7e308",
        "1e309",
        "1e999999999",
        "1e99999999999999999999",
        "-1e300",
        "1e-400",
        "-0",
        "0." + "0".repeat(400) + "1",
        "9223372036854775808");
  }

  @Property(tries = 50)
  void theOrderOfColumnsDoesNotMatterToPidstat(@ForAll long seed) {
    List<Integer> order = new ArrayList<>(List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
    Collections.shuffle(order, new Random(seed));
    StringBuilder text = new StringBuilder();
    int shuffled = 0;
    for (String line : PIDSTAT.text().split("\n", -1)) {
      boolean header = line.startsWith("#");
      List<String> words =
          Arrays.asList((header ? line.substring(1) : line).strip().split("\\s+", -1));
      boolean row = words.size() == order.size();
      shuffled += row ? 1 : 0;
      text.append(header ? "# " : "")
          .append(row ? String.join("  ", order.stream().map(words::get).toList()) : line)
          .append('\n');
    }
    assertThat(shuffled).isEqualTo(10);
    assertThat(PIDSTAT.parse(text.toString())).isEqualTo(PIDSTAT.parse(PIDSTAT.text()));
  }

  @Property(tries = 50)
  void theOrderOfFieldsDoesNotMatterToJson(@ForAll long seed) {
    Random random = new Random(seed);
    for (Case one : JSON_COLLECTORS) {
      Parsed parsed = one.parse(shuffled(one.text(), random));
      Parsed whole = one.parse(one.text());
      assertThat(parsed.samples()).as(one.fixture()).isEqualTo(whole.samples());
      assertThat(parsed.problem()).isEmpty();
      assertThat(parsed.notUnderstood()).isEqualTo(whole.notUnderstood());
    }
    JSON_PROBES.forEach(
        (fixture, parser) -> {
          String text = Fixture.text(fixture);
          assertThat(outcome(parser, shuffled(text, random))).isEqualTo(outcome(parser, text));
        });
  }

  @Property(tries = 50)
  void theOrderOfLinesDoesNotMatterToNetperf(@ForAll long seed) {
    NETPERF.forEach(
        (fixture, parser) -> {
          String text = Fixture.text(fixture);
          List<String> lines = new ArrayList<>(text.lines().toList());
          Collections.shuffle(lines, new Random(seed));
          assertThat(outcome(parser, String.join("\n", lines) + "\n"))
              .isEqualTo(outcome(parser, text));
        });
  }

  @Property(tries = 50)
  void theOrderOfFiguresAndResourcesDoesNotMatterToPressure(@ForAll long seed) {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder();
    List<String> sample = new ArrayList<>();
    for (String line : (PRESSURE.text() + "uptime").split("\n", -1)) {
      if (line.startsWith("epoch") || line.startsWith("uptime")) {
        Collections.shuffle(sample, random);
        sample.forEach(l -> text.append(l).append('\n'));
        sample.clear();
        text.append(line.equals("uptime") ? "" : line + "\n");
      } else {
        List<String> words = new ArrayList<>(List.of(line.split(" ", -1)));
        Collections.shuffle(words.subList(2, words.size()), random);
        sample.add(String.join(" ", words));
      }
    }
    Parsed parsed = PRESSURE.parse(text.toString());
    assertThat(parsed.notUnderstood()).isZero();
    Set<Samples.Row> expected =
        new HashSet<>(PRESSURE.parse(PRESSURE.text()).samples().get(0).rows());
    assertThat(new HashSet<>(parsed.samples().get(0).rows())).isEqualTo(expected);
  }

  /** Texts that make a parser with a loop in a loop, or with a stack, take for ever or break. */
  @Property(tries = 40)
  void longTextsOfTheSameAreReadInTime(@ForAll("hostile") String beginning) {
    String text = beginning.repeat(HOSTILE_LENGTH / beginning.length() + 1);
    assertTimeoutPreemptively(
        LIMIT,
        () -> {
          for (Case one : List.of(JSON_COLLECTORS.get(0), COLLECTORS.get(8), PIDSTAT, PRESSURE)) {
            assertFinite(one.parse(text));
            assertFinite(one.parse(one.text() + text));
          }
          forEachProbe((fixture, parser) -> outcome(parser, text));
        });
  }

  @Provide
  Arbitrary<String> hostile() {
    return Arbitraries.of(
        "{",
        "{\n",
        "[",
        "{\"a\":",
        "{\"a\":[",
        "{\"sysstat\"",
        "{\"sysstat\": {\"statistics\": [",
        "{\"sysstat\": {\"restarts\": [",
        "{\"sysstat\": {\"restarts\": 1}}\n",
        "{  \n",
        "{\n\"jobs\": [\n",
        "{}\n",
        "\n",
        " ",
        "\u0000",
        "\"",
        "9",
        "THROUGHPUT=1\n",
        "=",
        "#",
        "# Time PID %usr %system\n",
        "1 22001 1 1\n",
        "epoch 1 1\nuptime 1\n",
        "epoch 1 1\n",
        "uptime 1\nio some total=1\n",
        "io some avg10=0 avg10=0 ",
        "Average:\n");
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
      assertFinite(one.parse(text));
    }
    forEachProbe((fixture, parser) -> outcome(parser, text));
  }

  private static void assertFinite(Parsed parsed) {
    for (Samples samples : parsed.samples()) {
      // one assertion for all: there are many thousands of rows
      assertThat(samples.rows())
          .as(samples.source())
          .allMatch(
              row ->
                  Double.isFinite(row.timeS())
                      && row.values().stream().noneMatch(value -> value.isInfinite()));
    }
  }

  /** The result, or the one error that a probe's parser may throw. */
  private static Object outcome(ProbeParser parser, String text) {
    try {
      return parser.parse(text);
    } catch (MalformedOutput e) {
      assertThat(e).hasMessageNotContaining("\n");
      return e;
    }
  }

  /** Cut at a byte, which may be within a character. */
  private static String cut(String text, double where) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return new String(bytes, 0, (int) Math.round(where * bytes.length), StandardCharsets.UTF_8);
  }

  private static String changed(String text, Random random) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < 1 + random.nextInt(20); i++) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** The text with that number in the place of one of its own. */
  private static String withNumber(String text, String number, Random random) {
    List<MatchResult> numbers = NUMBER.matcher(text).results().toList();
    MatchResult one = numbers.get(random.nextInt(numbers.size()));
    return text.substring(0, one.start()) + number + text.substring(one.end());
  }

  private static String shuffled(String json, Random random) {
    return JSON.writeValueAsString(shuffled(JSON.readTree(json), random)) + "\n";
  }

  private static JsonNode shuffled(JsonNode node, Random random) {
    if (node instanceof ObjectNode object) {
      ObjectNode other = JSON.createObjectNode();
      List<String> names = new ArrayList<>(object.propertyNames());
      Collections.shuffle(names, random);
      names.forEach(name -> other.set(name, shuffled(object.get(name), random)));
      return other;
    }
    if (node instanceof ArrayNode array) {
      ArrayNode other = JSON.createArrayNode();
      array.forEach(element -> other.add(shuffled(element, random)));
      return other;
    }
    return node;
  }
}
