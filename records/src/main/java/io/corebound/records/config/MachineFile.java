package io.corebound.records.config;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import io.corebound.records.format.AtomicFiles;
import io.corebound.records.format.Records;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataRate;
import io.corebound.records.units.Mean;
import io.corebound.records.units.Refuse;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code configs/machine/<name>.yaml}: what a machine's basic operations take, stated instead of
 * measured; or its base performance alone, disk and network, as {@code corebound probe} keeps it.
 *
 * @param contentionFactor by how much an operation costs more core-seconds when every core is busy
 *     than when one is; at least 1; null where there are no operations
 * @param operations rate of each operation on one core, by the operation's id; empty (left out in
 *     the file) for base performance alone
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@RecordBuilder
public record MachineFile(
    String source,
    Double contentionFactor,
    Map<String, Operation> operations,
    Disk disk,
    Rate network,
    Start start)
    implements MachineFileBuilder.With {

  /** The word that leaves a part of the machine out of the model. */
  public static final String NOT_MODELLED = "not-modelled";

  private static final String INTERVAL = "_interval";

  /** Keys without which a disk has no others, in words. */
  private static final String BOTH_RATES = "read and write";

  public MachineFile {
    Refuse.when(
        source == null || source.isBlank(),
        "source says where the figures come from; it is missing");
    operations = operations == null ? Map.of() : sorted(operations);
    required("disk", disk);
    required("network", network);
    required("start", start);
    if (operations.isEmpty()) {
      requireBaseAlone(contentionFactor, disk, network);
    } else if (contentionFactor == null
        || !(contentionFactor >= 1)
        || Double.isInfinite(contentionFactor)) {
      throw new IllegalArgumentException(
          "contention_factor is a finite number of at least 1, not " + contentionFactor);
    }
  }

  private static void requireBaseAlone(Double contentionFactor, Disk disk, Rate network) {
    Refuse.when(
        contentionFactor != null,
        """
        contention_factor says what operations cost on busy cores, and there are no \
        operations; give at least one, or leave it out\
        """);
    Refuse.when(
        disk.read() == null && network.rate() == null,
        "operations has at least one operation where neither disk nor network has a rate");
  }

  private static <K extends Comparable<K>, V> Map<K, V> sorted(Map<K, V> map) {
    return Collections.unmodifiableMap(new TreeMap<>(map));
  }

  private static void required(String key, Object value) {
    Refuse.when(
        value == null, "%s is missing; write '%s' to leave it out of the model", key, NOT_MODELLED);
  }

  /** An operation on one core: payload of the job's input that it carries through in a second. */
  public record Operation(DataRate rate) {
    public Operation {
      Refuse.when(rate == null, "an operation has a rate, such as '1490 MB/s'");
    }
  }

  /**
   * A rate; where it was measured, with the standard error of its mean. Another is taken as exact;
   * null is not modelled.
   *
   * @param n how many samples
   */
  public record Rate(DataRate rate, Double errorMbPerS, Integer n) {
    @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
    public Rate {
      boolean both = errorMbPerS != null && n != null && rate != null;
      Refuse.when(
          both ? !(errorMbPerS >= 0 && n > 1) : errorMbPerS != null || n != null,
          "a rate has error_mb_per_s of at least 0 and n of at least 2, or neither");
    }

    /** Reads a rate that is taken as exact, or {@code not-modelled}. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static Rate parse(String text) {
      return new Rate(NOT_MODELLED.equals(text) ? null : DataRate.parse(text), null, null);
    }

    /** Of a mean in MB/s. */
    public static Rate of(Mean mean) {
      DataRate rate = new DataRate(mean.value());
      return mean.n() < 2 ? new Rate(rate, null, null) : new Rate(rate, mean.error(), mean.n());
    }

    @JsonValue
    Object written() {
      return rate == null ? NOT_MODELLED : n == null ? rate : Records.byColumn(this);
    }

    /** In MB/s. */
    public Mean mean() {
      double value = rate.megabytesPerSecond();
      return n == null ? Mean.exact(value) : new Mean(value, errorMbPerS, n);
    }

    /** That of so many alike. */
    public Rate times(int many) {
      return of(mean().times(many));
    }
  }

  /**
   * A node's disk under sequential access. A null rate is not modelled, or unknown.
   *
   * @param readWrite what one stream carries that reads and writes in equal parts, both together;
   *     null where unknown, and reading and writing are taken to wait for each other
   * @param byStreams both rates by how many streams read or write at once, over all of them; the
   *     model takes those of as many streams as a job has; empty where one figure is to serve all
   * @param direct whether they were measured past the page cache; false where the file system
   *     refuses direct I/O or does not do it, so that they may be the memory's; null where unknown
   * @param writeBackNsPerByte core-nanoseconds that the kernel's threads (write-back, drivers) take
   *     for each byte that gets from the page cache to the disk; null where unknown
   * @param rawReadByStreams what all units of the disk carry together when they are read past their
   *     file systems, by the number of streams: one over all of them, or one for each; empty where
   *     that was not measured
   */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  @RecordBuilder
  public record Disk(
      Rate read,
      Rate write,
      Rate readWrite,
      Map<Integer, Streams> byStreams,
      Boolean direct,
      Mean writeBackNsPerByte,
      Map<Integer, DataRate> rawReadByStreams)
      implements MachineFileDiskBuilder.With {
    @JsonCreator
    public Disk {
      Refuse.when(
          (read == null) != (write == null) || read != null && read.rate() == null,
          "disk has both read and write, or is %s",
          NOT_MODELLED);
      byStreams = byStreams == null ? Map.of() : sorted(byStreams);
      rawReadByStreams = rawReadByStreams == null ? Map.of() : sorted(rawReadByStreams);
      requireBeside(
          "raw_read_by_streams",
          rawReadByStreams.isEmpty() ? null : rawReadByStreams,
          BOTH_RATES,
          read);
      requireBeside("by_streams", byStreams.isEmpty() ? null : byStreams, BOTH_RATES, read);
      requireBeside("read_write", readWrite, BOTH_RATES, read);
      requireBeside("direct", direct, BOTH_RATES, read);
      requireBeside("write_back_ns_per_byte", writeBackNsPerByte, BOTH_RATES, read);
      Refuse.when(
          readWrite != null && readWrite.rate() == null, "read_write is a rate, or is left out");
      double writeBack = writeBackNsPerByte == null ? 0 : writeBackNsPerByte.value();
      Refuse.when(
          !(writeBack >= 0 && Double.isFinite(writeBack)),
          "write_back_ns_per_byte is a finite number of at least 0, not %s",
          writeBack);
      Refuse.when(
          byStreams.keySet().stream().anyMatch(streams -> streams < 1),
          "by_streams is by how many streams there are, at least 1, not %s",
          byStreams.keySet());
    }

    private static void requireBeside(String key, Object value, String others, Object other) {
      Refuse.when(value != null && other == null, "disk has %s beside %s", others, key);
    }

    /** Whether its rates are known to be those of the page cache in front of it. */
    public boolean throughPageCache() {
      return Boolean.FALSE.equals(direct);
    }

    /** Reads {@code not-modelled}. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static Disk parse(String word) {
      onlyNotModelled("disk", word, "read and write rates");
      return new Disk(null, null, null, null, null, null, null);
    }
  }

  /** What a disk carries when several streams work at once, together. */
  public record Streams(Rate read, Rate write) {
    public Streams {
      Refuse.when(
          Stream.of(read, write).anyMatch(rate -> rate == null || rate.rate() == null),
          "by_streams has both read and write for each number");
    }

    /** Each so many times. */
    public Streams times(int many) {
      return new Streams(read.times(many), write.times(many));
    }
  }

  /** Start of containers and jobs, which a machine file leaves out. */
  public record Start() {
    /** Reads {@code not-modelled}. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static Start parse(String word) {
      onlyNotModelled("start", word, "nothing else; a run measures it");
      return new Start();
    }

    @JsonValue
    String written() {
      return NOT_MODELLED;
    }
  }

  private static void onlyNotModelled(String key, String word, String otherwise) {
    Refuse.when(
        !NOT_MODELLED.equals(word),
        "%s is '%s' or has %s, not '%s'",
        key,
        NOT_MODELLED,
        otherwise,
        word);
  }

  /** Reads a file, an older one among them, which has intervals in place of standard errors. */
  public static MachineFile read(Path file) {
    JsonNode tree = StructuredFiles.readYaml(file, JsonNode.class);
    if (!tree.toString().contains(INTERVAL + "\"")) {
      return StructuredFiles.readYaml(file, MachineFile.class);
    }
    try {
      withErrors("", tree);
    } catch (IllegalArgumentException e) {
      throw CoreboundException.invalidInput("%s: %s", file, e.getMessage());
    }
    return StructuredFiles.fromTree(tree, MachineFile.class, file);
  }

  private static void withErrors(String at, JsonNode node) {
    for (String key : List.copyOf(node.propertyNames())) {
      if (key.endsWith(INTERVAL)) {
        ObjectNode group = (ObjectNode) node;
        JsonNode ends = group.remove(key);
        String of = key.replace(INTERVAL, key.startsWith("write_back") ? "_ns_per_byte" : "");
        JsonNode figure = node.get(of);
        if (ends.isNull()) {
          continue;
        }
        Refuse.when(
            figure == null
                || !(figure.isNumber() || figure.isString())
                || NOT_MODELLED.equals(figure.asString()),
            "%s%s has %s beside it",
            at,
            key,
            of);
        Interval interval = (Interval) StructuredFiles.value(at + key, ends, Interval.class);
        JsonNode sure =
            StructuredFiles.toTree(
                figure.isNumber()
                    ? interval.around(figure.asDouble())
                    : Rate.of(interval.around(Rate.parse(figure.asString()).mean().value())));
        // the link is a figure itself
        group.setAll(of.equals("rate") ? (ObjectNode) sure : group.objectNode().set(of, sure));
      }
    }
    node.propertyNames().forEach(key -> withErrors(at + key + ".", node.get(key)));
  }

  /** The interval of a mean in an older file, with 95 % confidence; its ends are parts of it. */
  private record Interval(double low, double high, int n) {
    Interval {
      Refuse.when(
          !(low <= 1 && high >= 1) || Double.isInfinite(high - low) || n < 2,
          "low is at most 1, high at least 1, and n at least 2, not %s, %s and %s",
          low,
          high,
          n);
    }

    Mean around(double value) {
      return Mean.ofInterval(value, value * low, value * high, Mean.CONFIDENCE, n);
    }
  }

  /** Writes the file, whole or not at all, so that reading it gives an equal machine. */
  public void write(Path file) {
    ObjectNode tree = (ObjectNode) StructuredFiles.toTree(this);
    if (disk.read() == null) {
      tree.put("disk", NOT_MODELLED);
    }
    AtomicFiles.write(file, StructuredFiles.toYaml(tree));
  }
}
