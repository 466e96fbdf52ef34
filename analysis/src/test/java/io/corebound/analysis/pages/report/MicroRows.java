package io.corebound.analysis.pages.report;

import io.corebound.records.Runs;
import io.corebound.records.run.Measurement;
import io.corebound.records.units.Mean;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Rows of {@code measurements.csv} as the suites leave them: every operation of Figures 9 to 16 and
 * some of the others, with round figures that a test can reckon with.
 */
public final class MicroRows {
  private final List<Measurement> rows = new ArrayList<>();
  private double halfWidth = 0.02;
  private int n = 3;
  private int threads = 1;
  private String suite;
  private String base;
  private String operation;
  private String parameters;

  /** All suites. */
  public static List<Measurement> all() {
    MicroRows rows = new MicroRows();
    rows.read();
    rows.serialize();
    rows.text();
    rows.parse();
    rows.sort();
    rows.others();
    return rows.rows;
  }

  /** The read suite alone. */
  public static List<Measurement> readOnly() {
    MicroRows rows = new MicroRows();
    rows.read();
    return rows.rows;
  }

  /** A figure with another value, of so many forks, measured with flags of this hash. */
  public static Measurement like(Measurement m, double value, int forks, String flags) {
    Mean mean = new Mean(value, m.mean().error(), forks);
    return m.withMean(mean).withJvmFlagsHash(flags);
  }

  private void read() {
    of("read", "file");
    for (int kib : new int[] {64, 4, 1024}) {
      double faster = kib == 4 ? 0.6 : 1;
      String buffer = "buffer=" + kib * 1024 + ";bytes=536870912;seed=0";
      operation("read.cat", buffer, 5000 * faster, 1, 0.02, 0.18);
      operation("read.file-input-stream", buffer, 3800 * faster, 1, 0.05, 0.2);
      operation("read.file-channel", buffer + ";memory=heap", 3900 * faster, 1, 0.03, 0.19);
      operation("read.file-channel", buffer + ";memory=direct", 4600 * faster, 1, 0.03, 0.19);
      for (boolean checked : new boolean[] {true, false}) {
        String parameters = buffer + ";checksum=" + checked;
        String socket = parameters + ";path=socket";
        String shortCircuit = parameters + ";path=short-circuit";
        operation("read.local-fs", parameters, checked ? 3100 : 3900, 1, 0.1, 0.2);
        // at 1.25 GB/s: 0.64 core-s a GB of its own and 0.48 of the DataNode are 1.4 cores
        operation("read.hdfs", socket, checked ? 1250 : 1650, 1, 0.4, 0.24, 0.12, 0.36);
        operation("read.hdfs", shortCircuit, checked ? 2900 : 3700, 1, 0.12, 0.21);
      }
    }
  }

  private void serialize() {
    Map<String, Integer> types = new LinkedHashMap<>();
    types.put("boolean", 1);
    types.put("byte", 1);
    types.put("short", 2);
    types.put("int", 4);
    types.put("vint", 3);
    types.put("long", 8);
    types.put("vlong", 5);
    types.put("float", 4);
    types.put("double", 8);
    of("serialize", "serialized");
    types.forEach(
        (type, bytes) -> {
          for (String way : List.of("serialize", "deserialize")) {
            double millions = way.equals("serialize") ? 50 : 80;
            operation(way + "." + type, "bytes=67108864;seed=0", millions * bytes, bytes);
          }
        });
    of("serialize", "payload");
    for (String kind : List.of("bytes", "text")) {
      for (String way : List.of("serialize", "deserialize")) {
        for (int element = 8; element <= 1024; element *= 2) {
          double rate = 1e3 * element / (20 + element / 8.0);
          operation(way + "." + kind, "bytes=67108864;element=" + element, rate, element);
        }
      }
    }
  }

  private void text() {
    of("text", "text");
    for (String through : List.of("string", "text", "stream")) {
      for (String kind : List.of("ascii/ascii", "utf-8/ascii", "utf-8/japanese")) {
        String[] parts = kind.split("/", 2);
        for (String way : List.of("encode", "decode")) {
          double rate = parts[1].equals("japanese") ? 480 : way.equals("encode") ? 1220 : 1060;
          operation(
              "text." + way,
              "charset=" + parts[0] + ";content=" + parts[1] + ";through=" + through,
              through.equals("string") ? rate : rate * 0.8,
              256,
              1e3 / rate,
              0);
        }
      }
    }
  }

  private void parse() {
    of("parse", "text");
    operation("parse.lines", "reader=buffered-reader", 475, 180);
    operation("parse.lines", "reader=text-input-format", 530, 180);
    operation("parse.lines", "reader=text-input-format-string", 410, 180);
    operation("parse.tokens", "reader=none", 108, 180);
    operation("parse.lines-tokens", "reader=buffered-reader", 90, 180);
    operation("parse.lines-tokens", "reader=text-input-format-string", 86, 180);
  }

  private void sort() {
    of("sort", "payload");
    for (String key : List.of("text-10", "text-4", "int-4")) {
      for (String value : List.of("90", "4")) {
        double bytes = (key.equals("text-10") ? 10 : 4) + Double.parseDouble(value);
        double slower = key.equals("int-4") ? 1.3 : 1;
        sortOf(key, value, "random", "several", 1342177, bytes, 1180 * slower);
      }
    }
    sortOf("text-10", "90", "sorted", "several", 1342177, 100, 400);
    sortOf("text-10", "90", "random", "single", 1342177, 100, 1000);
    sortOf("text-10", "90", "random", "several", 335544, 100, 1000);
    sortOf("text-words", "int-4", "random", "several", 1342177, 11, 1400);
  }

  /** Sort of {@code ns} a record, merge of 400. */
  private void sortOf(
      String key, String value, String order, String spills, int records, double bytes, double ns) {
    String parameters =
        "key=%s;order=%s;records=%s;spills=%s;value=%s"
            .formatted(key, order, records, spills, value);
    operation("sort", parameters, 1e3 * bytes / ns, bytes);
    row("collector", "part_cost", "ns/B", 0.3 * ns / bytes);
    row("spill-thread", "part_cost", "ns/B", 0.7 * ns / bytes);
    row("collect", "part_wall", "ns/B", 0.3 * ns / bytes);
    if (spills.equals("several")) {
      operation("merge", parameters, 1e3 * bytes / 400, bytes);
      operation("sort-merge", parameters, 1e3 * bytes / (ns + 400), bytes);
    }
  }

  private void others() {
    halfWidth = 0.12;
    of("write", "file");
    operation("write.hdfs", "checksum=true;sync=true", 410, 1, 1.9, 0.6, 0.4, 1.1);
    halfWidth = 0.02;
    of("codec", "ifile");
    operation("compress.snappy", "data=tera;implementation=snappy-java;pieces=1", 390, 104, 2.6, 0);
    row("wall", "ratio", "ratio", 2.4);
    of("task", "payload");
    operation("task.map", "records=1342177", 49, 100, 21, 1, 0.3, 0.4);
    n = 1;
    of("shuffle", "wire");
    operation("shuffle.fetch", "codec=none", 310, 104, 2.1, 0.4);
    n = 3;
    of("contention", "");
    operation = "contention";
    parameters = "suite=sort";
    threads = 2;
    row("all", "factor", "ratio", 1.06);
  }

  private void of(String suite, String base) {
    this.suite = suite;
    this.base = base;
  }

  /** Of one thread that computes all the time. */
  private void operation(String operation, String parameters, double rate, double recordBytes) {
    operation(operation, parameters, rate, recordBytes, 1e3 / rate, 0);
  }

  /** Without HDFS. */
  private void operation(
      String operation,
      String parameters,
      double rate,
      double recordBytes,
      double user,
      double system) {
    operation(operation, parameters, rate, recordBytes, user, system, 0, 0);
  }

  private void operation(
      String operation,
      String parameters,
      double rate,
      double recordBytes,
      double user,
      double system,
      double nodeUser,
      double nodeSystem) {
    this.operation = operation;
    this.parameters = parameters;
    double cost = user + system + nodeUser + nodeSystem;
    row("wall", "rate", "MB/s", rate);
    row("wall", "records_rate", "records/s", rate * 1e6 / recordBytes);
    row("wall", "wall", "ns/B", 1e3 / rate);
    row("all", "cost", "ns/B", cost);
    row("all", "cost_per_record", "ns/record", cost * recordBytes);
    row("all", "cold_cost", "core-s", 0.4);
    share("benchmark", user, system);
    if (nodeUser + nodeSystem > 0) {
      share("datanode", nodeUser, nodeSystem);
      share("namenode", 0.001 * cost, 0);
    }
    share("machine", user + nodeUser, system + nodeSystem);
    row("benchmark", "gc", "ns/B", 0.01);
    row("benchmark", "allocation", "B/B", 0.5);
  }

  private void share(String process, double user, double system) {
    row(process, "cost_user", "ns/B", user);
    row(process, "cost_system", "ns/B", system);
  }

  private void row(String process, String metric, String unit, double value) {
    Map<String, String> pairs = new TreeMap<>();
    for (String pair : parameters.split(";")) {
      if (!pair.isEmpty()) {
        String[] parts = pair.split("=", 2);
        pairs.put(parts[0], parts[1]);
      }
    }
    Mean mean = Mean.ofInterval(value, value * (1 - halfWidth), value * (1 + halfWidth), 0.95, n);
    rows.add(
        Runs.measurement(operation, metric, unit, mean)
            .with(
                b ->
                    b.suite(suite)
                        .parameters(pairs)
                        .process(process)
                        .threads(threads)
                        .byteBase(base)
                        .jvmFlagsHash("1f2e3d")
                        .rawFile("raw/micro/" + suite + ".json")));
  }
}
