package io.corebound.cluster.lab;

import io.corebound.hosts.machine.PageCache;
import io.corebound.hosts.process.Host;
import io.corebound.records.units.CoreboundException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A storage tier of a lab: each worker's disks, mounted, with HDFS and the tasks' local files on
 * them. What is in its HDFS stays there until it is closed, from one cluster to the next.
 */
public final class LabStorage implements AutoCloseable {
  private final String name;
  private final Host host;
  private final Map<String, List<Path>> mountPoints = new LinkedHashMap<>();
  private final Map<String, List<String>> devices = new LinkedHashMap<>();

  /** Take away what was made; the last that was made first. */
  private final Deque<Runnable> closings = new ArrayDeque<>();

  LabStorage(String name, Host host) {
    this.name = name;
    this.host = host;
  }

  /** Something was made for it, to be taken away when it is closed. */
  void made(Runnable closing) {
    closings.push(closing);
  }

  /**
   * A disk of a worker.
   *
   * @param device its name in samples
   */
  void add(String worker, Path mountPoint, String device) {
    mountPoints.computeIfAbsent(worker, w -> new ArrayList<>()).add(mountPoint);
    devices.computeIfAbsent(worker, w -> new ArrayList<>()).add(device);
  }

  /** The tier's name. */
  public String name() {
    return name;
  }

  /** Names of each worker's block devices, as samples have them, such as {@code loop3}. */
  public Map<String, List<String>> devices() {
    return copy(devices);
  }

  /** Where each worker's disks are mounted; files there are {@link Lab#USER}'s. */
  public Map<String, List<Path>> mountPoints() {
    return copy(mountPoints);
  }

  private static <T> Map<String, List<T>> copy(Map<String, List<T>> map) {
    Map<String, List<T>> copy = new LinkedHashMap<>();
    map.forEach((key, list) -> copy.put(key, List.copyOf(list)));
    return copy;
  }

  /**
   * Writes what is dirty to the disks, at their speed, and takes their files out of the page cache,
   * so that what is read next comes from the disks.
   *
   * @throws CoreboundException (failed) when that does not succeed
   */
  public void dropCaches() {
    mountPoints.values().forEach(all -> all.forEach(folder -> PageCache.drop(host, folder)));
  }

  /**
   * Takes the disks away, with what is on them.
   *
   * @throws CoreboundException (failed) when something is left; the ledger has it
   */
  @Override
  public void close() {
    List<CoreboundException> problems = new ArrayList<>();
    while (!closings.isEmpty()) {
      try {
        closings.pop().run();
      } catch (CoreboundException e) {
        problems.add(e);
      }
    }
    if (!problems.isEmpty()) {
      throw CoreboundException.of(problems);
    }
  }
}
