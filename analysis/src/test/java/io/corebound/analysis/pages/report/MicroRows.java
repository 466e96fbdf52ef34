package io.corebound.analysis.pages.report;

import io.corebound.records.run.Measurement;
import io.corebound.records.units.Mean;
import java.util.ArrayList;
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
    String file = "file";
    for (int kib : new int[] {64, 4, 1024}) {
      double faster = kib == 4 ? 0.6 : 1;
      String buffer = "buffer=" + kib * 1024 + ";bytes=536870912;seed=0";
      operation("read", "read.cat", buffer, file, 5000 * faster, 1, 0.02, 0.18, 0, 0);
      operation("read", "read.file-input-stream", buffer, file, 3800 * faster, 1, 0.05, 0.2, 0, 0);
      for (String memory : List.of("heap", "direct")) {
        operation(
            "read",
            "read.file-channel",
            buffer + ";memory=" + memory,
            file,
            (memory.equals("heap") ? 3900 : 4600) * faster,
            1,
            0.03,
            0.19,
            0,
            0);
      }
      for (String checksum : List.of("true", "false")) {
        boolean checked = checksum.equals("true");
        String parameters = buffer + ";checksum=" + checksum;
        operation(
            "read", "read.local-fs", parameters, file, checked ? 3100 : 3900, 1, 0.1, 0.2, 0, 0);
        // at 1.25 GB/s: 0.64 core-s a GB of its own and 0.48 of the DataNode are 1.4 cores
        operation(
            "read",
            "read.hdfs",
            parameters + ";path=socket",
            file,
            checked ? 1250 : 1650,
            1,
            0.4,
            0.24,
            0.12,
            0.36);
        operation(
            "read",
            "read.hdfs",
            parameters + ";path=short-circuit",
            file,
            checked ? 2900 : 3700,
            1,
            0.12,
            0.21,
            0,
            0);
      }
    }
  }

  private void serialize() {
    Map<String, Integer> types = new java.util.LinkedHashMap<>();
    types.put("boolean", 1);
    types.put("byte", 1);
    types.put("short", 2);
    types.put("int", 4);
    types.put("vint", 3);
    types.put("long", 8);
    types.put("vlong", 5);
    types.put("float", 4);
    types.put("double", 8);
    types.forEach(
        (type, bytes) -> {
          for (String way : List.of("serialize", "deserialize")) {
            double millions = way.equals("serialize") ? 50 : 80;
            operation(
                "serialize",
                way + "." + type,
                "bytes=67108864;seed=0",
                "serialized",
                millions * bytes,
                bytes,
                1e3 / (millions * bytes),
                0,
                0,
                0);
          }
        });
    for (String kind : List.of("bytes", "text")) {
      for (String way : List.of("serialize", "deserialize")) {
        for (int element = 8; element <= 1024; element *= 2) {
          double ns = 20 + element / 8.0;
          operation(
              "serialize",
              way + "." + kind,
              "bytes=67108864;element=" + element,
              "payload",
              1e3 * element / ns,
              element,
              ns / element,
              0,
              0,
              0);
        }
      }
    }
  }

  private void text() {
    for (String through : List.of("string", "text")) {
      for (String kind : List.of("ascii/ascii", "utf-8/ascii", "utf-8/japanese")) {
        String[] parts = kind.split("/", 2);
        for (String way : List.of("encode", "decode")) {
          double rate = parts[1].equals("japanese") ? 480 : way.equals("encode") ? 1220 : 1060;
          operation(
              "text",
              "text." + way,
              "charset=" + parts[0] + ";content=" + parts[1] + ";through=" + through,
              "text",
              through.equals("text") ? rate * 0.8 : rate,
              256,
              1e3 / rate,
              0,
              0,
              0);
        }
      }
    }
  }

  private void parse() {
    line("parse.lines", "buffered-reader", 475);
    line("parse.lines", "text-input-format", 530);
    line("parse.lines", "text-input-format-string", 410);
    line("parse.tokens", "none", 108);
    line("parse.lines-tokens", "buffered-reader", 90);
    line("parse.lines-tokens", "text-input-format-string", 86);
  }

  private void line(String operation, String reader, double rate) {
    operation("parse", operation, "reader=" + reader, "text", rate, 180, 1e3 / rate, 0, 0, 0);
  }

  private void sort() {
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
        "key="
            + key
            + ";order="
            + order
            + ";records="
            + records
            + ";spills="
            + spills
            + ";value="
            + value;
    pairs("sort", parameters, bytes, ns);
    part("sort", parameters, "collector", "part_cost", 0.3 * ns / bytes);
    part("sort", parameters, "spill-thread", "part_cost", 0.7 * ns / bytes);
    part("sort", parameters, "collect", "part_wall", 0.3 * ns / bytes);
    if (spills.equals("several")) {
      pairs("merge", parameters, bytes, 400);
      pairs("sort-merge", parameters, bytes, ns + 400);
    }
  }

  private void pairs(String operation, String parameters, double bytes, double ns) {
    operation(
        "sort", operation, parameters, "payload", 1e3 * bytes / ns, bytes, ns / bytes, 0, 0, 0);
  }

  private void others() {
    halfWidth = 0.12;
    operation("write", "write.hdfs", "checksum=true;sync=true", "file", 410, 1, 1.9, 0.6, 0.4, 1.1);
    halfWidth = 0.02;
    String snappy = "data=tera;implementation=snappy-java;pieces=1";
    operation("codec", "compress.snappy", snappy, "ifile", 390, 104, 2.6, 0, 0, 0);
    rows.add(row("codec", "compress.snappy", snappy, "wall", 1, "ratio", "ratio", "ifile", 2.4));
    operation("task", "task.map", "records=1342177", "payload", 49, 100, 21, 1, 0.3, 0.4);
    n = 1;
    operation("shuffle", "shuffle.fetch", "codec=none", "wire", 310, 104, 2.1, 0.4, 0, 0);
    n = 3;
    rows.add(row("contention", "contention", "suite=sort", "all", 2, "factor", "ratio", "", 1.06));
  }

  private void part(
      String operation, String parameters, String part, String metric, double nsPerByte) {
    rows.add(row("sort", operation, parameters, part, 1, metric, "ns/B", "payload", nsPerByte));
  }

  private void operation(
      String suite,
      String operation,
      String parameters,
      String base,
      double rate,
      double recordBytes,
      double user,
      double system,
      double nodeUser,
      double nodeSystem) {
    double cost = user + system + nodeUser + nodeSystem;
    rows.add(row(suite, operation, parameters, "wall", 1, "rate", "MB/s", base, rate));
    rows.add(
        row(
            suite,
            operation,
            parameters,
            "wall",
            1,
            "records_rate",
            "records/s",
            base,
            rate * 1e6 / recordBytes));
    rows.add(row(suite, operation, parameters, "wall", 1, "wall", "ns/B", base, 1e3 / rate));
    rows.add(row(suite, operation, parameters, "all", 1, "cost", "ns/B", base, cost));
    rows.add(
        row(
            suite,
            operation,
            parameters,
            "all",
            1,
            "cost_per_record",
            "ns/record",
            base,
            cost * recordBytes));
    rows.add(row(suite, operation, parameters, "all", 1, "cold_cost", "core-s", base, 0.4));
    share(suite, operation, parameters, base, "benchmark", user, system);
    if (nodeUser + nodeSystem > 0) {
      share(suite, operation, parameters, base, "datanode", nodeUser, nodeSystem);
      share(suite, operation, parameters, base, "namenode", 0.001 * cost, 0);
    }
    share(suite, operation, parameters, base, "machine", user + nodeUser, system + nodeSystem);
    rows.add(row(suite, operation, parameters, "benchmark", 1, "gc", "ns/B", base, 0.01));
    rows.add(row(suite, operation, parameters, "benchmark", 1, "allocation", "B/B", base, 0.5));
  }

  private void share(
      String suite,
      String operation,
      String parameters,
      String base,
      String process,
      double user,
      double system) {
    rows.add(row(suite, operation, parameters, process, 1, "cost_user", "ns/B", base, user));
    rows.add(row(suite, operation, parameters, process, 1, "cost_system", "ns/B", base, system));
  }

  private Measurement row(
      String suite,
      String operation,
      String parameters,
      String process,
      int threads,
      String metric,
      String unit,
      String base,
      double value) {
    Map<String, String> pairs = new TreeMap<>();
    for (String pair : parameters.split(";")) {
      if (!pair.isEmpty()) {
        String[] parts = pair.split("=", 2);
        pairs.put(parts[0], parts[1]);
      }
    }
    return new Measurement(
        suite,
        operation,
        pairs,
        process,
        threads,
        metric,
        unit,
        base,
        Mean.ofInterval(value, value * (1 - halfWidth), value * (1 + halfWidth), 0.95, n),
        "1f2e3d",
        "raw/micro/" + suite + ".json");
  }
}
