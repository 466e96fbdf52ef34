package io.corebound.records;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.util.Map;

/**
 * {@code configs/machine/<name>.yaml}: what a machine's basic operations take, stated instead of
 * measured.
 *
 * @param source where the figures come from, in words
 * @param contentionFactor by how much an operation costs more core-seconds when every core is busy
 *     than when one is; at least 1
 * @param operations rate of each operation on one core, by the operation's id
 * @param disk a node's disk, or {@code not-modelled}
 * @param network a node's link, or {@code not-modelled}
 * @param start start of containers and jobs: {@code not-modelled}, for only a run measures it
 */
public record MachineFile(
    String source,
    double contentionFactor,
    Map<String, Operation> operations,
    Disk disk,
    Network network,
    Start start) {

  /** The word that leaves a part of the machine out of the model. */
  public static final String NOT_MODELLED = "not-modelled";

  /** Refuses a machine that leaves open what it models; the message names the key. */
  public MachineFile {
    if (source == null || source.isBlank()) {
      throw new IllegalArgumentException("source says where the figures come from; it is missing");
    }
    if (!(contentionFactor >= 1) || Double.isInfinite(contentionFactor)) {
      throw new IllegalArgumentException(
          "contention_factor is a finite number of at least 1, not " + contentionFactor);
    }
    if (operations == null || operations.isEmpty()) {
      throw new IllegalArgumentException("operations has at least one operation");
    }
    operations = Map.copyOf(operations);
    required("disk", disk);
    required("network", network);
    required("start", start);
  }

  private static void required(String key, Object value) {
    if (value == null) {
      throw new IllegalArgumentException(
          key + " is missing; write '" + NOT_MODELLED + "' to leave it out of the model");
    }
  }

  /**
   * An operation on one core.
   *
   * @param rate payload of the job's input that one core carries through it in a second
   */
  public record Operation(DataRate rate) {
    /** Refuses an operation without a rate. */
    public Operation {
      if (rate == null) {
        throw new IllegalArgumentException("an operation has a rate, such as '1490 MB/s'");
      }
    }
  }

  /**
   * A node's disk under sequential access.
   *
   * @param read its reading rate; null where the disk is not modelled
   * @param write its writing rate; null where the disk is not modelled
   */
  public record Disk(DataRate read, DataRate write) {
    /** A disk with both rates. */
    @JsonCreator
    public Disk {
      if ((read == null) != (write == null)) {
        throw new IllegalArgumentException("disk has both read and write, or is " + NOT_MODELLED);
      }
    }

    /** Reads {@code not-modelled}. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static Disk parse(String word) {
      onlyNotModelled("disk", word, "read and write rates");
      return new Disk(null, null);
    }
  }

  /**
   * A node's link.
   *
   * @param rate what it carries in one direction; null where it is not modelled
   */
  public record Network(DataRate rate) {
    /** A link with a rate. */
    @JsonCreator
    public Network {}

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
    if (!NOT_MODELLED.equals(word)) {
      throw new IllegalArgumentException(
          key + " is '" + NOT_MODELLED + "' or has " + otherwise + ", not '" + word + "'");
    }
  }
}
