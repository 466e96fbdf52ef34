package io.corebound.analysis.study.account;

import io.corebound.analysis.theory.volumes.Volumes;
import io.corebound.analysis.theory.volumes.Volumes.Amount;
import io.corebound.records.config.WorkloadFile;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The data of the tasks of a job that ran, in the mean, by the names that steps call them. Counters
 * do not say when a reduce merged: all that it wrote counts as merged in the shuffle.
 */
final class CountedVolumes {
  private static final Amount NOTHING = new Amount(0, "payload");

  private final Map<String, Amount> amounts = new TreeMap<>();
  private final double tasks;

  private CountedVolumes(List<String> names, double tasks) {
    names.forEach(name -> amounts.put(name, NOTHING));
    this.tasks = Math.max(1, tasks);
  }

  static Volumes map(Shape of) {
    MapData map = of.map();
    Storage storage = of.storage();
    double merged = map.mergedRecords();
    double spilled = map.spilledRecords() - merged;
    double ofSpills = map.keptRecords() > 0 ? spilled / map.keptRecords() : 0;
    double away = storage.readAway() + storage.readNear() * of.remote();
    CountedVolumes all = new CountedVolumes(WorkloadFile.MAP_VOLUMES, map.tasks());
    all.put("split", "payload", map.inputBytes(), map.inputRecords());
    all.put("split-on-disk", "payload", map.inputBytes() * storage.readOnDisk(), 0);
    all.sent(of, "hdfs-read", "payload", map.inputBytes() * away);
    all.put("collected", "serialized", map.collectedBytes(), map.collectedRecords());
    if (of.partitionsTotally() && of.reduce().tasks() > 1) {
      all.put("partitioned", "serialized", map.collectedBytes(), map.collectedRecords());
    }
    double combined = map.combinedRecords();
    all.put("combined", "serialized", map.serialized(combined), combined);
    all.put("spilled", "serialized", map.serialized(spilled), spilled);
    all.put("map-output", "ifile", map.ifile(spilled), 0);
    all.put("map-output-stored", "compressed", map.storedBytes() * ofSpills, 0);
    all.put("map-written", "payload", map.directBytes(), 0);
    all.put("map-output-written", "payload", map.directBytes() * storage.written(), 0);
    all.sent(of, "hdfs-written", "payload", map.directBytes() * storage.sent());
    double passes = spilled > 0 ? merged / spilled : 0;
    return new Volumes(all.amounts, Map.of("map-merge-passes", passes), List.of());
  }

  static Volumes reduce(Shape of) {
    MapData map = of.map();
    ReduceData reduce = of.reduce();
    double ratio = map.ratio();
    double others = (of.nodes() - 1.0) / of.nodes();
    double written = reduce.writtenBytes() * ratio;
    double perRecord = map.ifile(1);
    CountedVolumes all = new CountedVolumes(WorkloadFile.REDUCE_VOLUMES, reduce.tasks());
    all.put("fetched", "compressed", reduce.fetchedBytes(), 0);
    all.sent(of, "fetched-over-network", "compressed", reduce.fetchedBytes() * others);
    all.put(
        "fetched-to-memory", "ifile", (reduce.fetchedBytes() - reduce.straightBytes()) * ratio, 0);
    all.put("merged-in-shuffle", "ifile", written, perRecord > 0 ? written / perRecord : 0);
    all.put("stored-in-shuffle", "compressed", reduce.writtenBytes() + reduce.straightBytes(), 0);
    all.put("reduce-input-on-disk", "ifile", reduce.readBytes() * ratio, 0);
    double records = reduce.records();
    all.put("reduce-input", "serialized", map.serialized(records), records);
    all.put("output", "payload", reduce.outputBytes(), reduce.outputRecords());
    all.put("output-stored", "payload", reduce.outputBytes() * of.storage().written(), 0);
    all.sent(of, "hdfs-written", "payload", reduce.outputBytes() * of.storage().sent());
    return new Volumes(all.amounts, Map.of(), List.of());
  }

  private void put(String name, String form, double bytes, double records) {
    amounts.put(name, new Amount(bytes / tasks, form, records / tasks));
  }

  /** A single node sends nothing over a link that counts. */
  private void sent(Shape of, String name, String form, double bytes) {
    put(name, form, of.nodes() > 1 ? bytes : 0, 0);
  }
}
