package io.corebound.collectors.sampler;

import io.corebound.records.run.Samples;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** What sadf prints of a machine with many CPUs, made while it is read. */
final class ManyCpus extends Reader {
  private final int cpus;
  private final int seconds;
  private String part = "{\"sysstat\": {\n\"hosts\": [\n{\"statistics\": [\n";
  private int at;
  private int second;
  private long given;

  ManyCpus(int cpus, int seconds) {
    this.cpus = cpus;
    this.seconds = seconds;
  }

  /** Characters that were read until now. */
  long given() {
    return given;
  }

  /** How long the text of a second is. */
  int length() {
    return second(0).length();
  }

  private String second(int number) {
    StringBuilder text =
        new StringBuilder(
            String.format(
                Locale.ROOT,
                """
                {"timestamp": {"date": "2026-11-21", "time": "08:%02d:%02d", "utc": 1},
                "cpu-load": [
                """,
                number / 60,
                number % 60));
    for (int cpu = -1; cpu < cpus; cpu++) {
      text.append(cpu < 0 ? "" : ",\n");
      text.append("{\"cpu\": \"").append(cpu < 0 ? "all" : Integer.toString(cpu));
      text.append("\", \"usr\": ")
          .append(10 + cpu % 80)
          .append(".25, \"nice\": 0.00, \"sys\": 5.00,");
      text.append(
          " \"iowait\": 0.00, \"steal\": 0.00, \"irq\": 0.00, \"soft\": 0.00, \"guest\": 0.00,");
      text.append(" \"gnice\": 0.00, \"idle\": ").append(84 - cpu % 80).append(".75}");
    }
    return text.append("]}").append(number + 1 < seconds ? "," : "").append('\n').toString();
  }

  @Override
  public int read(char[] into, int offset, int length) {
    if (at == part.length()) {
      if (second > seconds) {
        return -1;
      }
      part = second == seconds ? "]}]}}\n" : second(second);
      second++;
      at = 0;
    }
    int some = Math.min(length, part.length() - at);
    part.getChars(at, at + some, into, offset);
    at += some;
    given += some;
    return some;
  }

  @Override
  public void close() {}

  /** Writes it to a file, reads it as sar's, and writes the samples and reads them again. */
  public static void main(String[] arguments) throws IOException {
    int cpus = Integer.parseInt(arguments[0]);
    int seconds = Integer.parseInt(arguments[1]);
    Path json = Path.of(arguments[2]).resolve("sar.json");
    try (var out = Files.newBufferedWriter(json);
        Reader text = new ManyCpus(cpus, seconds)) {
      text.transferTo(out);
    }
    try (Reader text = Files.newBufferedReader(json)) {
      Parsed parsed = new Sar().parse("node", text);
      Path csv = parsed.samples().get(0).write(json.getParent());
      System.out.println(parsed.rows() + " " + Samples.read(csv).rows().size());
    }
  }
}
