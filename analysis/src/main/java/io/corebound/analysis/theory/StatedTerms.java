package io.corebound.analysis.theory;

import io.corebound.analysis.theory.Figures.Key;
import io.corebound.analysis.theory.Figures.Traits;
import io.corebound.records.config.MachineFile;
import io.corebound.records.units.Mean;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Reads a machine's terms out of a machine file. */
final class StatedTerms {
  private StatedTerms() {}

  static Machine machine(String name, MachineFile file) {
    NavigableMap<Key, Mean> table = new TreeMap<>();
    Map<String, Traits> traits = new HashMap<>();
    file.operations()
        .forEach(
            (id, o) -> {
              double nsPerByte = 1e3 / o.rate().megabytesPerSecond();
              table.put(new Key(Term.COST, id), Mean.exact(nsPerByte));
              traits.put(id, new Traits("payload", 0, ColdCurve.AT_ONCE, Map.of()));
            });
    double contention = file.contentionFactor() == null ? 1 : file.contentionFactor();
    table.put(new Key(Term.CONTENTION), Mean.exact(contention));
    table.put(new Key(Term.SPEED), Mean.exact(1));
    MachineFile.Disk disk = file.disk();
    put(table, Term.DISK_READ, mean(disk.read()));
    put(table, Term.DISK_WRITE, mean(disk.write()));
    put(table, Term.READ_WRITE, mean(disk.readWrite()));
    put(table, Term.NETWORK, mean(file.network()));
    put(table, Term.WRITE_BACK, disk.writeBackNsPerByte());
    Map<Term, NavigableMap<Integer, Mean>> byStreams = new HashMap<>();
    disk.byStreams()
        .forEach(
            (streams, rates) -> {
              streams(byStreams, Term.DISK_READ).put(streams, rates.read().mean());
              streams(byStreams, Term.DISK_WRITE).put(streams, rates.write().mean());
            });
    ofOne(table, byStreams);
    return new Machine(name, new Figures(table, traits, byStreams, null, gaps(file, table)));
  }

  private static Mean mean(MachineFile.Rate rate) {
    return rate == null || rate.rate() == null ? null : rate.mean();
  }

  private static void put(Map<Key, Mean> table, Term term, Mean figure) {
    if (figure != null) {
      table.put(new Key(term), figure);
    }
  }

  private static NavigableMap<Integer, Mean> streams(
      Map<Term, NavigableMap<Integer, Mean>> byStreams, Term term) {
    return byStreams.computeIfAbsent(term, t -> new TreeMap<>());
  }

  /** Beside the rate of reading and writing at once stand those of as few streams. */
  static void ofOne(Map<Key, Mean> table, Map<Term, NavigableMap<Integer, Mean>> byStreams) {
    Key both = new Key(Term.READ_WRITE);
    Mean read = fewest(table, byStreams, Term.DISK_READ);
    Mean write = fewest(table, byStreams, Term.DISK_WRITE);
    if (read == null || write == null) {
      table.remove(both);
    } else if (table.containsKey(both)) {
      put(table, Term.READ_OF_ONE, read);
      put(table, Term.WRITE_OF_ONE, write);
    }
  }

  private static Mean fewest(
      Map<Key, Mean> table, Map<Term, NavigableMap<Integer, Mean>> byStreams, Term term) {
    return byStreams.containsKey(term)
        ? byStreams.get(term).firstEntry().getValue()
        : table.get(new Key(term));
  }

  private static List<Gap> gaps(MachineFile file, Map<Key, Mean> table) {
    List<Gap> gaps = new ArrayList<>();
    boolean disk = file.disk().read() != null;
    if (!disk) {
      gaps.add(Gap.of(Gap.Kind.FILE_WITHOUT_DISK));
    }
    if (file.disk().throughPageCache()) {
      gaps.add(Gap.of(Gap.Kind.PAGE_CACHE));
    }
    if (disk && !table.containsKey(new Key(Term.WRITE_BACK))) {
      gaps.add(Gap.of(Gap.Kind.NO_WRITE_BACK));
    }
    if (file.network().rate() == null) {
      gaps.add(Gap.of(Gap.Kind.FILE_WITHOUT_NETWORK));
    }
    gaps.add(Gap.of(Gap.Kind.FILE_WITHOUT_START));
    return gaps;
  }
}
