package io.corebound.analysis.theory;

import static io.corebound.analysis.theory.Term.Of.OPERATION;

import io.corebound.records.run.Prediction;
import io.corebound.records.units.Mean;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What is known of a machine: one figure or none for a term and, where there are many, an
 * operation, a task or a codec.
 *
 * @param traits of operations, by their ids
 * @param byStreams rates of its disk, in MB/s over all streams, by how many read or write at once
 * @param base whose disk and network it has; null where they are its own
 * @param gaps what is not known
 */
@RecordBuilder
record Figures(
    NavigableMap<Key, Mean> table,
    Map<String, Traits> traits,
    Map<Term, NavigableMap<Integer, Mean>> byStreams,
    Prediction.Base base,
    List<Gap> gaps)
    implements FiguresBuilder.With {

  Figures {
    table = new TreeMap<>(table);
    table.replaceAll(
        (key, f) -> key.term().atLeastOne() && f.value() < 1 ? new Mean(1, f.error(), f.n()) : f);
    gaps = List.copyOf(gaps);
  }

  /**
   * A place in the table: an operation, a task, a codec or nothing as subject. Operations stand
   * together, as they are drawn.
   */
  record Key(Term term, String subject) implements Comparable<Key> {
    /** Said by the rows of starts of themselves. */
    private static final Set<Term> OF_STARTS =
        EnumSet.of(Term.AT_ONCE, Term.MASTER_CORES, Term.HEARTBEAT);

    private static final Comparator<Key> ORDER =
        Comparator.<Key, Term>comparing(k -> k.term.of == OPERATION ? Term.COST : k.term)
            .thenComparing(Key::subject)
            .thenComparing(Key::term);

    /** Of the machine, which has one of them. */
    Key(Term term) {
      this(term, "");
    }

    @Override
    public int compareTo(Key other) {
      return ORDER.compare(this, other);
    }

    boolean ofDevice() {
      return term.of == Term.Of.DEVICE;
    }

    /** Whether it is what an operation or a whole task takes. */
    boolean ofWork() {
      return term.of == OPERATION || ofEmptyTask();
    }

    /**
     * Whether it is what containers and jobs take to start, under the lever that is its subject.
     */
    boolean ofStart() {
      return term.of == Term.Of.START || OF_STARTS.contains(term);
    }

    boolean ofEmptyTask() {
      return term == Term.EMPTY_COST || term == Term.EMPTY_WALL;
    }

    /** Where a figure of {@code other}, or what it counted of a sample, is one of {@code id}. */
    private Optional<Key> standingIn(String id, String other) {
      boolean counted = term == Term.SAMPLE && subject.startsWith(other + " ");
      return subject.equals(other) || counted
          ? Optional.of(new Key(term, id + subject.substring(other.length())))
          : Optional.empty();
    }
  }

  /**
   * What an operation has that is no figure.
   *
   * @param recordBytes of a record that it was measured with; 0 where not known
   * @param measuredAt its parameters
   */
  record Traits(
      String byteBase, double recordBytes, ColdCurve curve, Map<String, String> measuredAt) {}

  /** A figure; null where it is not known. */
  Mean of(Term term, String subject) {
    return table.get(new Key(term, subject));
  }

  /** A term's figures by subject, in order; that of the machine among them by an empty one. */
  Map<String, Mean> all(Term term) {
    Map<String, Mean> figures = new TreeMap<>();
    table.forEach(
        (key, f) -> figures.putAll(key.term() == term ? Map.of(key.subject(), f) : Map.of()));
    return figures;
  }

  Figures changed(BiFunction<Key, Mean, Mean> change) {
    NavigableMap<Key, Mean> changed = new TreeMap<>(table);
    changed.replaceAll(change);
    return withTable(changed);
  }

  Figures without(Predicate<Key> which) {
    NavigableMap<Key, Mean> others = new TreeMap<>(table);
    others.keySet().removeIf(which);
    return withTable(others);
  }

  Figures withoutGaps(Predicate<Gap> which) {
    return withGaps(gaps.stream().filter(which.negate()).toList());
  }

  Figures lacking(Gap more) {
    return withGaps(Stream.concat(gaps.stream(), Stream.of(more)).toList());
  }

  /**
   * Some operations' figures in the place of others', by the ids of these. A cold start of which
   * one size is known grows as that of the other.
   */
  Figures standingIn(Map<String, String> measured) {
    NavigableMap<Key, Mean> figures = new TreeMap<>(table);
    Map<String, Traits> named = new HashMap<>(traits);
    List<Gap> sum = new ArrayList<>(gaps);
    measured.forEach(
        (id, other) -> {
          figures.keySet().removeIf(k -> k.subject().equals(id) && k.ofWork());
          table.forEach((key, f) -> key.standingIn(id, other).ifPresent(k -> figures.put(k, f)));
          Traits own = traits.get(other);
          ColdCurve curve =
              own.curve().equals(ColdCurve.AT_ONCE) && traits.containsKey(id)
                  ? traits.get(id).curve()
                  : own.curve();
          named.put(id, new Traits(own.byteBase(), own.recordBytes(), curve, own.measuredAt()));
          sum.removeIf(g -> g.operation().equals(id));
          gaps.stream().filter(g -> g.operation().equals(other)).forEach(g -> sum.add(g.of(id)));
        });
    return new Figures(figures, named, byStreams, base, sum);
  }

  /** What starts take under a lever, in the place of what they take without one. */
  Figures startingUnder(String lever) {
    NavigableMap<Key, Mean> figures = new TreeMap<>(table);
    figures.keySet().removeIf(k -> k.ofStart() && k.subject().isEmpty());
    table.forEach(
        (key, f) -> {
          if (key.ofStart() && key.subject().equals(lever)) {
            figures.put(new Key(key.term()), f);
          }
        });
    return withTable(figures).withoutGaps(g -> g.kind() == Gap.Kind.NO_START);
  }

  /** Whether any figure has a standard error. */
  boolean uncertain() {
    return table.entrySet().stream()
        .filter(
            e ->
                Set.of(Term.SPEED, Term.COST).contains(e.getKey().term())
                    || e.getKey().equals(new Key(Term.CONTENTION)))
        .anyMatch(e -> e.getValue().error() > 0);
  }

  /** What is not known, as far as it concerns some operations. */
  List<Gap> gaps(Set<String> used) {
    return Stream.concat(
            gaps.stream().filter(g -> g.operation().isEmpty()),
            gaps.stream()
                .filter(g -> !g.operation().isEmpty() && used.contains(g.operation()))
                .sorted(Comparator.comparing(Gap::operation)))
        .toList();
  }
}
