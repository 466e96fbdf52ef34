import io.corebound.records.run.Measurement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.hipparchus.stat.inference.TTest;

/**
 * How small a difference {@code micro --ab} finds, and how often it finds one that is not there: from
 * runs of a setting against itself with many forks, cut into comparisons of a few. Each of them is
 * tested at 5 % as {@code compare} does, without a correction for other figures. A difference is added
 * to B: the smallest that nine of ten comparisons of an operation find, of the operations' the median, least and most.
 *
 * <p>Arguments: forks a side of one comparison, then NAME=FOLDER for each way, a folder with the two
 * runs of one {@code micro --ab}.
 */
public final class AbPrecision {
  private static final double LEVEL = 0.05;
  private static final double POWER = 0.9;
  private static final TTest T = new TTest();

  private AbPrecision() {}

  /** Logarithms of both sides of a comparison. */
  private record Test(double[] a, double[] b, boolean pairs) {
    /** Whether it finds a difference when B is so much more. */
    boolean finds(double more) {
      double[] shifted = Arrays.stream(b).map(value -> value + more).toArray();
      return (pairs ? T.pairedTTest(a, shifted) : T.tTest(a, shifted)) < LEVEL;
    }
  }

  public static void main(String[] args) throws IOException {
    int forks = Integer.parseInt(args[0]);
    System.out.printf("%-24s %-9s %12s %12s %s%n", "way", "figure", "comparisons", "false", "found 9 of 10");
    for (String way : List.of(args).subList(1, args.length)) {
      String name = way.substring(0, way.indexOf('='));
      Path folder = Path.of(way.substring(way.indexOf('=') + 1));
      Map<String, double[]> a = forks(folder, "a");
      Map<String, double[]> b = forks(folder, "b");
      for (String figure : List.of("cost", "rate")) {
        for (boolean pairs : new boolean[] {false, true}) {
          List<List<Test>> byOperation =
              a.keySet().stream()
                  .filter(key -> key.endsWith(" " + figure) && b.containsKey(key))
                  .map(key -> tests(a.get(key), b.get(key), forks, pairs))
                  .toList();
          List<Test> all = byOperation.stream().flatMap(List::stream).toList();
          double[] smallest = byOperation.stream().mapToDouble(AbPrecision::smallest).sorted().toArray();
          System.out.printf(
              Locale.ROOT,
              "%-24s %-9s %12d %10.1f %% %8.1f %% (%.1f to %.1f)%n",
              name + (pairs ? ", pairs" : ", apart"),
              figure,
              all.size(),
              100.0 * all.stream().filter(t -> t.finds(0)).count() / all.size(),
              100 * Math.expm1(smallest[smallest.length / 2]),
              100 * Math.expm1(smallest[0]),
              100 * Math.expm1(smallest[smallest.length - 1]));
        }
      }
    }
  }

  /** Logarithms by operation, variant and figure, a fork each. */
  private static Map<String, double[]> forks(Path folder, String side) throws IOException {
    Path run;
    try (Stream<Path> runs = Files.list(folder)) {
      run = runs.filter(p -> p.getFileName().toString().endsWith("-" + side)).findFirst().orElseThrow();
    }
    Map<String, List<Double>> values = new TreeMap<>();
    for (Measurement m : Measurement.read(run.resolve("forks.csv"))) {
      boolean cost = m.metric().equals("cost") && m.process().equals("all");
      boolean rate = m.metric().equals("rate") && m.process().equals("wall");
      if (cost || rate) {
        String key = "%s %s %s".formatted(m.operation(), new TreeMap<>(m.parameters()), m.metric());
        values.computeIfAbsent(key, k -> new ArrayList<>()).add(Math.log(m.value()));
      }
    }
    Map<String, double[]> logs = new LinkedHashMap<>();
    values.forEach((key, list) -> logs.put(key, list.stream().mapToDouble(v -> v).toArray()));
    return logs;
  }

  private static List<Test> tests(double[] a, double[] b, int forks, boolean pairs) {
    List<Test> tests = new ArrayList<>();
    for (int from = 0; from + forks <= Math.min(a.length, b.length); from += forks) {
      int to = from + forks;
      tests.add(new Test(Arrays.copyOfRange(a, from, to), Arrays.copyOfRange(b, from, to), pairs));
    }
    return tests;
  }

  /** In steps of 0.1 %, whatever its sign. */
  private static double smallest(List<Test> tests) {
    for (double more = 0.001; more < 5; more += 0.001) {
      double added = more;
      long found =
          tests.stream().filter(t -> t.finds(added)).count() + tests.stream().filter(t -> t.finds(-added)).count();
      if (found >= POWER * 2 * tests.size()) {
        return more;
      }
    }
    return Double.POSITIVE_INFINITY;
  }
}
