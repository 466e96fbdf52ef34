package io.corebound.cluster.history;

import io.corebound.records.history.Counter;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The counters of file systems of one event, {@code <SCHEME>_BYTES_READ} and others. Schemes that
 * are names of one store can each count the same bytes, as EMRFS does of S3: the most counts. HDFS
 * over HTTP counts its own, mostly of another cluster: it is a store of its own.
 */
final class StoreBytes {
  private static final String READ = "_BYTES_READ";
  private static final String WRITTEN = "_BYTES_WRITTEN";
  private static final String ERASURE_CODED = "_BYTES_READ_EC";
  private static final String LOCAL = "FILE";

  /** The store of each scheme that is not its only one. */
  private static final Map<String, String> STORES = new HashMap<>();

  /** Stores on the nodes themselves; all others are reached over the network. */
  private static final Set<String> ON_NODES = Set.of("HDFS", "MAPRFS", "O3FS");

  static {
    names("HDFS", "VIEWFS", "HAR");
    names("S3A", "S3", "S3N");
    names("ABFS", "ABFSS");
    names("WASB", "WASBS");
    names("O3FS", "OFS");
    names("COSN", "COS");
  }

  private final Map<String, Long> read = new HashMap<>();
  private final Map<String, Long> written = new HashMap<>();
  private long erasureCoded = -1;

  private static void names(String store, String... schemes) {
    for (String scheme : schemes) {
      STORES.put(scheme, store);
    }
  }

  void add(String name, long value) {
    if (name.endsWith(READ)) {
      read.merge(store(name, READ), value, Math::max);
    } else if (name.endsWith(WRITTEN)) {
      written.merge(store(name, WRITTEN), value, Math::max);
    } else if (name.endsWith(ERASURE_CODED)) {
      erasureCoded = Math.max(erasureCoded, value);
    }
  }

  private static String store(String name, String ending) {
    String scheme = name.substring(0, name.length() - ending.length());
    return STORES.getOrDefault(scheme, scheme);
  }

  /** What was counted, added to others. */
  void addTo(Map<Counter, Long> known) {
    add(read, known, Counter.FILE_BYTES_READ, Counter.STORE_BYTES_READ, Counter.REMOTE_BYTES_READ);
    add(
        written,
        known,
        Counter.FILE_BYTES_WRITTEN,
        Counter.STORE_BYTES_WRITTEN,
        Counter.REMOTE_BYTES_WRITTEN);
    if (erasureCoded >= 0) {
      known.put(Counter.EC_BYTES_READ, erasureCoded);
    }
  }

  private static void add(
      Map<String, Long> byStore,
      Map<Counter, Long> known,
      Counter local,
      Counter stored,
      Counter remote) {
    byStore.forEach(
        (store, bytes) -> {
          known.merge(store.equals(LOCAL) ? local : stored, bytes, Long::sum);
          if (!store.equals(LOCAL) && !ON_NODES.contains(store)) {
            known.merge(remote, bytes, Long::sum);
          }
        });
  }
}
