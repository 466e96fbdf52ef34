package io.corebound.analysis.theory;

import io.corebound.analysis.theory.Machine.Key;
import io.corebound.records.config.MachineFile;
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
    Map<Key, Figure> table = new TreeMap<>();
    Map<String, Machine.Traits> traits = new HashMap<>();
    file.operations()
        .forEach(
            (id, o) -> {
              double nsPerByte = 1e3 / o.rate().megabytesPerSecond();
              table.put(new Key(Term.COST, id), Figure.exact(nsPerByte));
              traits.put(id, new Machine.Traits("payload", ColdCurve.AT_ONCE, Map.of()));
            });
    double contention = file.contentionFactor() == null ? 1 : file.contentionFactor();
    table.put(new Key(Term.CONTENTION, ""), Figure.exact(contention));
    table.put(new Key(Term.SPEED, ""), Figure.exact(1));
    MachineFile.Disk disk = file.disk();
    put(table, Term.DISK_READ, Figure.within(disk.read(), disk.readInterval()));
    put(table, Term.DISK_WRITE, Figure.within(disk.write(), disk.writeInterval()));
    put(table, Term.READ_WRITE, Figure.within(disk.readWrite(), disk.readWriteInterval()));
    put(table, Term.NETWORK, Figure.within(file.network().rate(), file.network().rateInterval()));
    if (disk.writeBackNsPerByte() != null) {
      put(
          table,
          Term.WRITE_BACK,
          Figure.within(disk.writeBackNsPerByte(), disk.writeBackInterval()));
    }
    Map<Term, NavigableMap<Integer, Figure>> byStreams = new HashMap<>();
    disk.byStreams()
        .forEach(
            (streams, rates) -> {
              streams(byStreams, Term.DISK_READ)
                  .put(streams, Figure.within(rates.read(), rates.readInterval()));
              streams(byStreams, Term.DISK_WRITE)
                  .put(streams, Figure.within(rates.write(), rates.writeInterval()));
            });
    ofOne(table, byStreams);
    return new Machine(name, table, traits, byStreams, null, gaps(file, table));
  }

  private static void put(Map<Key, Figure> table, Term term, Figure figure) {
    if (figure != null) {
      table.put(new Key(term, ""), figure);
    }
  }

  private static NavigableMap<Integer, Figure> streams(
      Map<Term, NavigableMap<Integer, Figure>> byStreams, Term term) {
    return byStreams.computeIfAbsent(term, t -> new TreeMap<>());
  }

  /** Beside the rate of reading and writing at once stand those of as few streams. */
  static void ofOne(Map<Key, Figure> table, Map<Term, NavigableMap<Integer, Figure>> byStreams) {
    Key both = new Key(Term.READ_WRITE, "");
    Figure read = fewest(table, byStreams, Term.DISK_READ);
    Figure write = fewest(table, byStreams, Term.DISK_WRITE);
    if (read == null || write == null) {
      table.remove(both);
    } else if (table.containsKey(both)) {
      put(table, Term.READ_OF_ONE, read);
      put(table, Term.WRITE_OF_ONE, write);
    }
  }

  private static Figure fewest(
      Map<Key, Figure> table, Map<Term, NavigableMap<Integer, Figure>> byStreams, Term term) {
    return byStreams.containsKey(term)
        ? byStreams.get(term).firstEntry().getValue()
        : table.get(new Key(term, ""));
  }

  private static List<Gap> gaps(MachineFile file, Map<Key, Figure> table) {
    List<Gap> gaps = new ArrayList<>();
    boolean disk = file.disk().read() != null;
    if (!disk) {
      gaps.add(Gap.of(Gap.Kind.FILE_WITHOUT_DISK));
    }
    if (file.disk().throughPageCache()) {
      gaps.add(Gap.of(Gap.Kind.PAGE_CACHE));
    }
    if (disk && !table.containsKey(new Key(Term.WRITE_BACK, ""))) {
      gaps.add(Gap.of(Gap.Kind.NO_WRITE_BACK));
    }
    if (file.network().rate() == null) {
      gaps.add(Gap.of(Gap.Kind.FILE_WITHOUT_NETWORK));
    }
    gaps.add(Gap.of(Gap.Kind.FILE_WITHOUT_START));
    return gaps;
  }
}
