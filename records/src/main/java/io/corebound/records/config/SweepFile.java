package io.corebound.records.config;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.corebound.records.format.Records;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import io.corebound.records.units.Refuse;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * {@code configs/sweep/<name>.yaml}: a workload over every pair of a storage tier and a network
 * tier, by their names, and over sizes and settings of Hadoop's where it has variants.
 *
 * @param units numbers of a tier's devices that a node gets, each a tier of the sweep; null for
 *     what the tier's file says
 * @param layout how several units hold data, {@code directories} or {@code striped}; null for the
 *     first
 * @param axes values that every pair, or variant, is measured with, in order, by the key of an
 *     {@link Axis}: settings, sizes in sizes of the profile, names of engines' files
 * @param corpus a text that corebound makes, for workloads that read one; null for that of their
 *     files
 * @param settings Hadoop's settings that are not to be those of the cluster file; null for none
 * @param variants what is changed for some cells, by the variant's name, in order; null, and left
 *     out of the file, where every pair is measured in one way
 */
@RecordBuilder
public record SweepFile(
    String description,
    String workload,
    String cluster,
    List<String> storage,
    @JsonInclude(JsonInclude.Include.NON_NULL) List<Integer> units,
    @JsonInclude(JsonInclude.Include.NON_NULL) List<String> layout,
    List<String> network,
    @JsonAnySetter @JsonAnyGetter Map<String, Object> axes,
    @JsonInclude(JsonInclude.Include.NON_NULL) String corpus,
    SweepSettings settings,
    @JsonInclude(JsonInclude.Include.NON_NULL) Map<String, Variant> variants,
    Map<String, Profile> profiles)
    implements SweepFileBuilder.With {

  /** An underscore parts the names in that of a cell. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9.-]*");

  @JsonCreator
  public SweepFile {
    axes = axes == null ? Map.of() : Axis.checked(axes, settings, keys());
    AxisKeys.text("description", description);
    AxisKeys.text("workload", workload);
    AxisKeys.text("cluster", cluster);
    storage = names("storage", storage);
    StorageUnits.require(units, layout);
    units = units == null ? null : List.copyOf(units);
    layout = layout == null ? null : List.copyOf(layout);
    network = names("network", network);
    variants =
        variants == null
            ? null
            : variants(variants, StorageUnits.all(storage, units, layout), network);
    Refuse.when(
        profiles == null || profiles.isEmpty(),
        "profiles has at least one, such as 'quick: {size: 1GB, repetitions: 1}'");
    profiles.forEach((name, profile) -> AxisKeys.given("profiles." + name, profile, "its size"));
    profiles = Collections.unmodifiableMap(new LinkedHashMap<>(profiles));
    requireData(ways(variants, axes), profiles);
    requireText(corpus);
  }

  private static void requireText(String corpus) {
    if (corpus != null && !WorkloadFile.TEXTS.contains(corpus)) {
      throw new IllegalArgumentException(
          "corpus: unknown text '%s' (--corpus FILE takes your own)%s"
              .formatted(corpus, StructuredFiles.nearest(corpus, WorkloadFile.TEXTS)));
    }
  }

  /** The storage tiers of its cells, in order. */
  public List<StorageUnits> tiers() {
    return StorageUnits.all(storage, units, layout);
  }

  /** Those that are no axis. */
  private static List<String> keys() {
    return Records.columns(SweepFile.class).stream().filter(key -> !key.equals("axes")).toList();
  }

  static void requireEngine(String name) {
    Refuse.when(
        name == null || !NAME.matcher(name).matches(),
        "engine has names of files in configs/engine, not '%s'",
        name);
  }

  /**
   * What is changed for some cells, by name, in order: each variant with each value of each axis.
   */
  public Map<String, Variant> ways() {
    return ways(variants, axes);
  }

  private static Map<String, Variant> ways(
      Map<String, Variant> variants, Map<String, Object> axes) {
    return Axis.over(variants == null ? Map.of() : variants, axes);
  }

  /** The engine of a variant, or of an empty name, by its file's name; empty for Hadoop's way. */
  public Optional<String> engine(String variant) {
    return Optional.ofNullable(variant.isEmpty() ? null : ways().get(variant).engine());
  }

  /** All engines, each once. */
  public Set<String> engines() {
    Set<String> all = new LinkedHashSet<>();
    ways().keySet().forEach(variant -> engine(variant).ifPresent(all::add));
    return all;
  }

  /** All levers, by their files' names, and several at the same time. */
  private List<String> levers() {
    return Stream.concat(
            Stream.ofNullable(settings),
            ways().values().stream().flatMap(variant -> Stream.ofNullable(variant.settings())))
        .flatMap(own -> Stream.ofNullable(own.stated().get(LeverFile.PARAMETER)))
        .map(Object::toString)
        .filter(name -> !name.equals(LeverFile.NONE))
        .distinct()
        .toList();
  }

  /** The workload of a variant; an empty name is none. */
  public String workload(String variant) {
    String own = variant.isEmpty() ? null : ways().get(variant).workload();
    return own == null ? workload : own;
  }

  /** All workloads, each once: the sweep's own, and those of variants. */
  public Set<String> workloads() {
    Set<String> all = new LinkedHashSet<>(List.of(workload));
    ways().keySet().forEach(variant -> all.add(workload(variant)));
    return all;
  }

  private static List<String> names(String key, List<String> names) {
    Refuse.when(
        names == null || names.isEmpty(), "%s names at least one file of configs/%s", key, key);
    for (String name : names) {
      Refuse.when(
          name == null || !NAME.matcher(name).matches(),
          "%s has names of files in configs/%s, of letters, digits, dots and hyphens, not '%s'",
          key,
          key,
          name);
    }
    Refuse.when(
        new HashSet<>(names).size() < names.size(), "%s names each tier once, not %s", key, names);
    return List.copyOf(names);
  }

  private static Map<String, Variant> variants(
      Map<String, Variant> variants, List<StorageUnits> tiers, List<String> network) {
    List<String> storage = tiers.stream().map(StorageUnits::name).toList();
    // a file's name stands for all of its tiers
    List<String> known =
        Stream.concat(storage.stream(), tiers.stream().map(StorageUnits::file)).distinct().toList();
    Refuse.when(
        variants.isEmpty(),
        "variants has at least one, such as 'large: {size_factor: 4}'; leave it out for none");
    Map<String, Variant> all = new LinkedHashMap<>();
    variants.forEach(
        (name, variant) -> {
          Refuse.when(
              !NAME.matcher(name).matches(),
              "variants: names are of letters, digits, dots and hyphens, not '%s'",
              name);
          Variant given = variant == null ? Variant.NONE : variant;
          requireTiers(name, "storage", given.storage(), known);
          requireTiers(name, "network", given.network(), network);
          all.put(name, given);
        });
    tiers.forEach(t -> requireCovered("storage", t.name(), covered(t, tiers, all.values())));
    network.forEach(
        n -> requireCovered("network", n, all.values().stream().anyMatch(v -> v.onNetwork(n))));
    return Collections.unmodifiableMap(all);
  }

  private static void requireData(Map<String, Variant> ways, Map<String, Profile> profiles) {
    ways.forEach(
        (name, variant) ->
            profiles.forEach(
                (profile, amount) -> {
                  DataSize size = variant.of(amount.size());
                  Refuse.when(
                      size.bytes() < Profile.LEAST,
                      "variants.%s: size_factor %s of profile '%s' makes %s; the minimum is 1MB",
                      name,
                      variant.sizeFactor(),
                      profile,
                      size);
                }));
  }

  private static void requireTiers(
      String variant, String axis, List<String> given, List<String> known) {
    for (String tier : given == null ? List.<String>of() : given) {
      if (!known.contains(tier)) {
        throw new IllegalArgumentException(
            "variants.%s.%s: '%s' is not one of the sweep's%s"
                .formatted(variant, axis, tier, StructuredFiles.nearest(tier, known)));
      }
    }
  }

  /** Whether variants have a tier's units in some layout, and its layout with some units. */
  private static boolean covered(
      StorageUnits tier, List<StorageUnits> tiers, Collection<Variant> variants) {
    List<StorageUnits> measured =
        tiers.stream()
            .filter(t -> t.file().equals(tier.file()))
            .filter(t -> variants.stream().anyMatch(v -> v.onStorage(t)))
            .toList();
    return measured.stream().anyMatch(t -> Objects.equals(t.units(), tier.units()))
        && measured.stream().anyMatch(t -> t.striped() == tier.striped());
  }

  private static void requireCovered(String axis, String tier, boolean covered) {
    Refuse.when(
        !covered,
        "variants: none is measured on %s '%s': leave it out, or name it in one",
        axis,
        tier);
  }

  /**
   * What is changed for some cells.
   *
   * @param workload that is run instead of the sweep's; null for that one
   * @param sizeFactor size of the input, in sizes of the profile; null for 1
   * @param settings Hadoop's settings over those of the cluster file and of the sweep; null for
   *     none
   * @param engine that runs the job, by its file's name; null for Hadoop's way
   */
  @RecordBuilder
  public record Variant(
      @JsonInclude(JsonInclude.Include.NON_NULL) String workload,
      List<String> storage,
      List<String> network,
      Double sizeFactor,
      SweepSettings settings,
      @JsonInclude(JsonInclude.Include.NON_NULL) String engine)
      implements SweepFileVariantBuilder.With {
    private static final double MOST = 1000;
    static final Variant NONE = new Variant(null, null, null, null, null, null);

    public Variant {
      storage = storage == null ? null : names("storage", storage);
      network = network == null ? null : names("network", network);
      if (sizeFactor != null) {
        requireFactor(sizeFactor);
      }
      if (engine != null) {
        requireEngine(engine);
      }
      Refuse.when(
          settings != null && settings.areOfNodes(),
          """
          nodes, cores_per_node and memory_per_node are the same for all cells: put them \
          into the sweep's own settings\
          """);
    }

    static void requireFactor(Double factor) {
      Refuse.when(
          factor == null || !(factor > 0 && factor <= MOST),
          "size_factor is above 0 and at most 1000, not %s",
          factor);
    }

    Variant withSetting(String key, Object value) {
      SweepSettings own = settings == null ? SweepSettings.NONE : settings;
      return withSettings(own.with(key, value));
    }

    boolean onStorage(StorageUnits tier) {
      return storage == null || storage.contains(tier.name()) || storage.contains(tier.file());
    }

    boolean onNetwork(String tier) {
      return network == null || network.contains(tier);
    }

    /** Its input, where that of the profile has a size. */
    public DataSize of(DataSize size) {
      return sizeFactor == null ? size : new DataSize(Math.round(size.bytes() * sizeFactor));
    }
  }

  /** How much a profile of a sweep measures: payload of the input, and how often each pair. */
  public record Profile(DataSize size, int repetitions) {
    private static final long LEAST = 1_000_000;
    private static final int MOST_REPETITIONS = 1000;

    public Profile {
      AxisKeys.given("size", size, "such as '1GB'");
      Refuse.when(size.bytes() < LEAST, "size is at least 1MB, not %s", size);
      AxisKeys.atLeastOne("repetitions", repetitions);
      Refuse.when(
          repetitions > MOST_REPETITIONS,
          "repetitions are at most %s, not %s",
          MOST_REPETITIONS,
          repetitions);
    }
  }

  /**
   * Reads a sweep; refuses names that are not among those {@code known} by axis, with file, line
   * and the nearest.
   */
  public static SweepFile read(Path file, Map<String, ? extends Collection<String>> known) {
    SweepFile sweep = StructuredFiles.readYaml(file, SweepFile.class);
    requireKnown(
        file, "workload", sweep.workloads().stream().filter(w -> !isPath(w)).toList(), known);
    if (!isPath(sweep.cluster)) {
      requireKnown(file, "cluster", List.of(sweep.cluster), known);
    }
    requireKnown(file, "storage", sweep.storage, known);
    requireKnown(file, "network", sweep.network, known);
    requireKnown(file, "engine", List.copyOf(sweep.engines()), known);
    sweep.levers().stream()
        .flatMap(names -> LeverFile.parts(names).stream())
        .forEach(
            name ->
                requireKnown(
                    file,
                    LeverFile.PARAMETER,
                    stated -> LeverFile.parts(stated).contains(name),
                    name,
                    known));
    return sweep;
  }

  /** Whether a name of a file on an axis is the path of one instead. */
  public static boolean isPath(String name) {
    return name.contains("/") || name.endsWith(".yaml");
  }

  /** Where the file of a path lies that a sweep names. */
  public static Path named(Path sweep, String axis, String path) {
    String place = StructuredFiles.placeOf(sweep, axis, path) + ": " + axis;
    return StructuredFiles.beside(sweep, place, path);
  }

  private static void requireKnown(
      Path file, String axis, List<String> names, Map<String, ? extends Collection<String>> known) {
    names.forEach(name -> requireKnown(file, axis, name::equals, name, known));
  }

  /** Refuses a name that is not known, and tells the line where the file states it. */
  private static void requireKnown(
      Path file,
      String axis,
      Predicate<String> stated,
      String name,
      Map<String, ? extends Collection<String>> known) {
    if (!known.get(axis).contains(name)) {
      throw CoreboundException.invalidInput(
          "%s: %s: no '%s' in configs/%s%s",
          StructuredFiles.placeOf(file, axis, stated),
          axis,
          name,
          axis,
          StructuredFiles.nearest(name, known.get(axis)));
    }
  }

  /** A profile by its name; refuses an unknown one with the nearest. */
  public Profile profile(String name) {
    Profile profile = profiles.get(name);
    if (profile == null) {
      throw CoreboundException.invalidInput(
          "the sweep has no profile '%s'%s",
          name, StructuredFiles.nearest(name, profiles.keySet()));
    }
    return profile;
  }

  /** A cluster file with the settings of this sweep; refuses what Hadoop could not work with. */
  public ClusterFile over(ClusterFile file) {
    return over(file, settings, "the sweep's settings");
  }

  /** The same with the settings of a variant over them; an empty name is none. */
  public ClusterFile over(ClusterFile file, String variant) {
    ClusterFile own = over(file);
    return variant.isEmpty()
        ? own
        : over(own, ways().get(variant).settings(), "the settings of variant '" + variant + "'");
  }

  private ClusterFile over(ClusterFile file, SweepSettings changes, String whose) {
    try {
      return changes == null ? file : changes.over(file);
    } catch (IllegalArgumentException e) {
      throw CoreboundException.invalidInput(
          "%s over cluster '%s': %s", whose, cluster, e.getMessage());
    }
  }

  /** Names of the variants, in order; a single empty one where there are none. */
  public List<String> variantNames() {
    Map<String, Variant> ways = ways();
    return ways.isEmpty() ? List.of("") : List.copyOf(ways.keySet());
  }

  /** Whether a pair of tiers is measured in a variant. */
  public boolean measures(StorageUnits storage, String network, String variant) {
    Variant named = variant.isEmpty() ? null : ways().get(variant);
    return named == null || named.onStorage(storage) && named.onNetwork(network);
  }
}
