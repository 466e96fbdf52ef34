package io.corebound.records.config;

import io.corebound.records.units.Refuse;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * A storage tier of a sweep: what a file of {@code configs/storage} describes, or as many of its
 * devices as logical units of a node.
 *
 * @param file name of the file
 * @param units of a node; null for as many devices as the file says, each with its own files
 * @param striped whether they are one file system, striped over all of them
 */
public record StorageUnits(String file, Integer units, boolean striped) {
  static final String DIRECTORIES = "directories";
  static final String STRIPED = "striped";

  private static final List<String> LAYOUTS = List.of(DIRECTORIES, STRIPED);
  private static final int MOST = 64;

  /** The tier's name in cells: {@code hdd}, {@code hdd-4}, {@code hdd-4-striped}. */
  public String name() {
    String number = units == null ? "" : "-" + units;
    return file + number + (striped ? "-" + STRIPED : "");
  }

  /** The tier as its file states it, with these units; refuses those of a folder on a real disk. */
  public StorageFile of(StorageFile stated) {
    if (units == null) {
      return stated;
    }
    Refuse.when(
        stated.real(),
        "units: storage '%s' is a folder on a real disk, which has no units; leave it out",
        file);
    return stated.with(b -> b.devicesPerNode(units).striped(striped ? Boolean.TRUE : null));
  }

  /** Each file with each number of units in each layout; a single unit cannot be striped. */
  static List<StorageUnits> all(List<String> files, List<Integer> units, List<String> layouts) {
    List<StorageUnits> all = new ArrayList<>();
    for (String file : files) {
      if (units == null) {
        all.add(new StorageUnits(file, null, false));
        continue;
      }
      for (String layout : layouts == null ? List.of(DIRECTORIES) : layouts) {
        boolean striped = layout.equals(STRIPED);
        units.stream()
            .filter(number -> number > 1 || !striped)
            .forEach(number -> all.add(new StorageUnits(file, number, striped)));
      }
    }
    return all;
  }

  /** Refuses what {@link #all} cannot take. */
  static void require(List<Integer> units, List<String> layouts) {
    Refuse.when(
        units != null
            && (units.isEmpty()
                || units.stream().anyMatch(n -> n == null || n < 1 || n > MOST)
                || new HashSet<>(units).size() < units.size()),
        "units are different numbers from 1 to %s, such as [1, 2, 4], not %s",
        MOST,
        units);
    Refuse.when(layouts != null && units == null, "layout says how units hold data; give units");
    Refuse.when(
        layouts != null
            && (layouts.isEmpty()
                || !LAYOUTS.containsAll(layouts)
                || new HashSet<>(layouts).size() < layouts.size()),
        "layout has 'directories', 'striped' or both, not %s",
        layouts);
    Refuse.when(
        layouts != null && layouts.equals(List.of(STRIPED)) && units.equals(List.of(1)),
        "layout: a single unit cannot be striped");
  }
}
