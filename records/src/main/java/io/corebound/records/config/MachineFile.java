package io.corebound.records.config;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.corebound.records.format.AtomicFiles;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.DataRate;
import io.corebound.records.units.Refuse;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
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
    Network network,
    Start start)
    implements MachineFileBuilder.With {

  /** The word that leaves a part of the machine out of the model. */
  public static final String NOT_MODELLED = "not-modelled";

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

  private static void requireBaseAlone(Double contentionFactor, Disk disk, Network network) {
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
   * How sure a figure is: the interval of its mean with 95 % confidence ({@link MeanInterval}), its
   * ends as parts of the mean, of {@code n} samples, at least 2.
   */
  public record Interval(double low, double high, int n) {
    public Interval {
      Refuse.when(
          !(low <= 1) || Double.isInfinite(low),
          "low is a part of the mean, such as 0.95, and at most 1, not %s",
          low);
      Refuse.when(
          !(high >= 1) || Double.isInfinite(high),
          "high is a part of the mean, such as 1.05, and at least 1, not %s",
          high);
      Refuse.when(n < 2, "n is at least 2, for a single sample shows no scatter, not %s", n);
    }
  }

  /**
   * A node's disk under sequential access. A null rate is not modelled, or unknown; a null interval
   * is unknown, and its figure taken as exact.
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
      DataRate read,
      DataRate write,
      DataRate readWrite,
      Map<Integer, Streams> byStreams,
      Boolean direct,
      Double writeBackNsPerByte,
      Interval readInterval,
      Interval writeInterval,
      Interval readWriteInterval,
      Interval writeBackInterval,
      Map<Integer, DataRate> rawReadByStreams)
      implements MachineFileDiskBuilder.With {
    @JsonCreator
    public Disk {
      Refuse.when(
          (read == null) != (write == null),
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
      requireBeside("read_interval", readInterval, BOTH_RATES, read);
      requireBeside("write_interval", writeInterval, BOTH_RATES, read);
      requireBeside("read_write_interval", readWriteInterval, "read_write", readWrite);
      requireBeside(
          "write_back_interval", writeBackInterval, "write_back_ns_per_byte", writeBackNsPerByte);
      Refuse.when(
          writeBackNsPerByte != null
              && !(writeBackNsPerByte >= 0 && Double.isFinite(writeBackNsPerByte)),
          "write_back_ns_per_byte is a finite number of at least 0, not %s",
          writeBackNsPerByte);
      Refuse.when(
          byStreams.keySet().stream().anyMatch(streams -> streams < 1),
          "by_streams is by how many streams there are, at least 1, not %s",
          byStreams.keySet());
    }

    /** A disk whose rates are the same for any number of streams. */
    public Disk(DataRate read, DataRate write) {
      this(read, write, null, Map.of(), null, null, null, null, null, null, Map.of());
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
      return new Disk(null, null);
    }
  }

  /**
   * What a disk carries when several streams work at once, together; a null interval is taken as
   * exact.
   */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public record Streams(
      DataRate read, DataRate write, Interval readInterval, Interval writeInterval) {
    @JsonCreator
    public Streams {
      Refuse.when(
          read == null || write == null, "by_streams has both read and write for each number");
    }

    /** Rates that are taken as exact. */
    public Streams(DataRate read, DataRate write) {
      this(read, write, null, null);
    }
  }

  /**
   * A node's link in one direction; null where it is not modelled, or how sure that is, not known.
   */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public record Network(DataRate rate, Interval rateInterval) {
    @JsonCreator
    public Network {
      Refuse.when(rateInterval != null && rate == null, "network has a rate beside rate_interval");
    }

    /** A link whose rate is taken as exact. */
    public Network(DataRate rate) {
      this(rate, null);
    }

    /** Reads {@code not-modelled}. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static Network parse(String word) {
      onlyNotModelled("network", word, "a rate");
      return new Network(null);
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

  /** Writes the file, whole or not at all, so that reading it gives an equal machine. */
  public void write(Path file) {
    ObjectNode tree = (ObjectNode) StructuredFiles.toTree(this);
    Map<String, Object> modelled = new LinkedHashMap<>();
    modelled.put("disk", disk.read());
    modelled.put("network", network.rate());
    modelled.put("start", null);
    modelled.forEach(
        (key, rate) -> {
          if (rate == null) {
            tree.put(key, NOT_MODELLED);
          }
        });
    AtomicFiles.write(file, StructuredFiles.toYaml(tree));
  }
}
