package io.corebound.records;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code configs/machine/<name>.yaml}: what a machine's basic operations take, stated instead of
 * measured; or its base performance alone, disk and network, as {@code corebound probe} keeps it.
 *
 * @param source where the figures come from, in words
 * @param contentionFactor by how much an operation costs more core-seconds when every core is busy
 *     than when one is; at least 1; null where there are no operations
 * @param operations rate of each operation on one core, by the operation's id; empty (left out in
 *     the file) for base performance alone
 * @param disk a node's disk, or {@code not-modelled}
 * @param network a node's link, or {@code not-modelled}
 * @param memory a node's memory; null where it is left out, as the model does not use it
 * @param start start of containers and jobs: {@code not-modelled}, for only a run measures it
 */
public record MachineFile(
    String source,
    Double contentionFactor,
    Map<String, Operation> operations,
    Disk disk,
    Network network,
    Memory memory,
    Start start) {

  /** The word that leaves a part of the machine out of the model. */
  public static final String NOT_MODELLED = "not-modelled";

  /** Refuses a machine that leaves open what it models; the message names the key. */
  public MachineFile {
    if (source == null || source.isBlank()) {
      throw new IllegalArgumentException("source says where the figures come from; it is missing");
    }
    operations = operations == null ? Map.of() : Map.copyOf(operations);
    required("disk", disk);
    required("network", network);
    required("start", start);
    if (operations.isEmpty()) {
      requireBaseAlone(contentionFactor, disk, network, memory);
    } else if (contentionFactor == null
        || !(contentionFactor >= 1)
        || Double.isInfinite(contentionFactor)) {
      throw new IllegalArgumentException(
          "contention_factor is a finite number of at least 1, not " + contentionFactor);
    }
  }

  private static void requireBaseAlone(
      Double contentionFactor, Disk disk, Network network, Memory memory) {
    if (contentionFactor != null) {
      throw new IllegalArgumentException(
          "contention_factor says what operations cost on busy cores, and there are no operations;"
              + " give at least one, or leave it out");
    }
    if (disk.read() == null && network.rate() == null && memory == null) {
      throw new IllegalArgumentException(
          "operations has at least one operation where neither disk nor network nor memory has a"
              + " rate");
    }
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
   * @param readWrite what one stream carries that reads and writes in equal parts, both together;
   *     null where nobody says, and reading and writing are taken to wait for each other
   * @param byStreams both rates by how many streams read or write at once, over all of them; the
   *     model takes those of as many streams as a job has; empty where one figure is to serve all
   * @param direct whether they were measured past the page cache; false where the file system
   *     refuses direct I/O, so that they may be the memory's; null where nobody says
   * @param writeBackNsPerByte core-nanoseconds that the kernel's threads (write-back, drivers) take
   *     for each byte that gets from the page cache to the disk; null where nobody says
   */
  public record Disk(
      DataRate read,
      DataRate write,
      DataRate readWrite,
      Map<Integer, Streams> byStreams,
      Boolean direct,
      Double writeBackNsPerByte) {
    /** A disk with both rates. */
    @JsonCreator
    public Disk {
      if ((read == null) != (write == null)) {
        throw new IllegalArgumentException("disk has both read and write, or is " + NOT_MODELLED);
      }
      byStreams = byStreams == null ? Map.of() : Map.copyOf(byStreams);
      if (!byStreams.isEmpty() && read == null) {
        throw new IllegalArgumentException("disk has read and write beside by_streams");
      }
      if (readWrite != null && read == null) {
        throw new IllegalArgumentException("disk has read and write beside read_write");
      }
      if (direct != null && read == null) {
        throw new IllegalArgumentException("disk has read and write beside direct");
      }
      if (writeBackNsPerByte != null && read == null) {
        throw new IllegalArgumentException("disk has read and write beside write_back_ns_per_byte");
      }
      if (writeBackNsPerByte != null
          && !(writeBackNsPerByte >= 0 && Double.isFinite(writeBackNsPerByte))) {
        throw new IllegalArgumentException(
            "write_back_ns_per_byte is a finite number of at least 0, not " + writeBackNsPerByte);
      }
      if (byStreams.keySet().stream().anyMatch(streams -> streams < 1)) {
        throw new IllegalArgumentException(
            "by_streams is by how many streams there are, at least 1, not " + byStreams.keySet());
      }
    }

    /** A disk whose rates are the same for any number of streams. */
    public Disk(DataRate read, DataRate write) {
      this(read, write, null, Map.of(), null, null);
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

    private Object tree() {
      if (read == null) {
        return NOT_MODELLED;
      }
      Map<String, Object> tree = new LinkedHashMap<>();
      tree.put("read", read);
      tree.put("write", write);
      if (readWrite != null) {
        tree.put("read_write", readWrite);
      }
      if (direct != null) {
        tree.put("direct", direct);
      }
      if (writeBackNsPerByte != null) {
        tree.put("write_back_ns_per_byte", writeBackNsPerByte);
      }
      if (!byStreams.isEmpty()) {
        tree.put("by_streams", new TreeMap<>(byStreams));
      }
      return tree;
    }
  }

  /**
   * What a disk carries when several streams work at once, all of them together.
   *
   * @param read reading rate
   * @param write writing rate
   */
  public record Streams(DataRate read, DataRate write) {
    /** Refuses half of it. */
    public Streams {
      if (read == null || write == null) {
        throw new IllegalArgumentException("by_streams has both read and write for each number");
      }
    }
  }

  /**
   * A node's memory.
   *
   * @param rate what it carries, bytes read and written
   * @param numaNodes NUMA nodes of the machine; null where nobody says
   * @param numaNodesUsed numbers of those whose CPUs the threads could run on when it was measured;
   *     null where nobody says
   */
  public record Memory(DataRate rate, Integer numaNodes, List<Integer> numaNodesUsed) {
    /** Refuses a memory without a rate. */
    @JsonCreator
    public Memory {
      if (rate == null) {
        throw new IllegalArgumentException("memory has a rate, such as '12.8 GB/s'");
      }
      if (numaNodes != null && numaNodes < 1) {
        throw new IllegalArgumentException("numa_nodes is at least 1, not " + numaNodes);
      }
      numaNodesUsed = numaNodesUsed == null ? null : List.copyOf(numaNodesUsed);
    }

    /** A memory of which its rate alone is known. */
    public Memory(DataRate rate) {
      this(rate, null, null);
    }

    private Map<String, Object> tree() {
      Map<String, Object> tree = new LinkedHashMap<>();
      tree.put("rate", rate);
      if (numaNodes != null) {
        tree.put("numa_nodes", numaNodes);
      }
      if (numaNodesUsed != null) {
        tree.put("numa_nodes_used", numaNodesUsed);
      }
      return tree;
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

  /** Writes the file, whole or not at all, so that reading it gives an equal machine. */
  public void write(Path file) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("source", source);
    if (!operations.isEmpty()) {
      tree.put("contention_factor", contentionFactor);
      tree.put("operations", new TreeMap<>(operations));
    }
    tree.put("disk", disk.tree());
    tree.put("network", network.rate() == null ? NOT_MODELLED : network);
    if (memory != null) {
      tree.put("memory", memory.tree());
    }
    tree.put("start", NOT_MODELLED);
    AtomicFiles.write(file, StructuredFiles.toYaml(tree));
  }
}
