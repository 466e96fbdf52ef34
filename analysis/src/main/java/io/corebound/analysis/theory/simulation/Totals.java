package io.corebound.analysis.theory.simulation;

import java.util.LinkedHashMap;
import java.util.Map;

/** What was used up to some moment, or between two. */
public final class Totals {
  public static final class Use {
    public String byteBase = "";
    public double bytes;
    public double coldCoreS;
    public double coreS;
    public double taskCoreS;
  }

  public double timeS;
  public double waitingS;
  public final double[] diskS;
  public final double[] networkS;
  public final Map<String, Use> operations = new LinkedHashMap<>();

  public Totals(int nodes) {
    diskS = new double[nodes];
    networkS = new double[nodes];
  }

  public Use use(String operation, String byteBase) {
    Use use = operations.computeIfAbsent(operation, o -> new Use());
    use.byteBase = byteBase;
    return use;
  }

  public Totals since(Totals earlier) {
    Totals difference = new Totals(diskS.length);
    difference.add(this, 1);
    difference.add(earlier, -1);
    difference.operations.values().removeIf(u -> u.coreS <= 0 && u.bytes <= 0);
    return difference;
  }

  public Totals copy() {
    Totals copy = new Totals(diskS.length);
    copy.add(this, 1);
    return copy;
  }

  /** The same, without what each node's devices were busy. */
  public Totals withoutNodes() {
    Totals copy = new Totals(0);
    copy.add(this, 1);
    return copy;
  }

  /** Adds what was used in something that happened so often. */
  public void add(Totals other, double times) {
    timeS += times * other.timeS;
    waitingS += times * other.waitingS;
    for (int node = 0; node < diskS.length; node++) {
      diskS[node] += times * other.diskS[node];
      networkS[node] += times * other.networkS[node];
    }
    other.operations.forEach(
        (operation, use) -> {
          Use own = use(operation, use.byteBase);
          own.bytes += times * use.bytes;
          own.coldCoreS += times * use.coldCoreS;
          own.coreS += times * use.coreS;
          own.taskCoreS += times * use.taskCoreS;
        });
  }

  public double coreS() {
    return operations.values().stream().mapToDouble(u -> u.coreS).sum();
  }
}
