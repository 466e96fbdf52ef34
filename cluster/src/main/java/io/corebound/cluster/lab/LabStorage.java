package io.corebound.cluster.lab;

import io.corebound.hosts.lab.DeviceLimit;
import io.corebound.hosts.lab.LoopDevice;
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
 * Disks of a lab: each worker's, mounted, with HDFS and the tasks' local files on them, limited to
 * one storage tier at a time. Their HDFS keeps its files from one cluster to the next, until they
 * are closed.
 */
public final class LabStorage implements AutoCloseable {
  private final String name;
  private final Host host;
  private final Map<String, List<Path>> mountPoints = new LinkedHashMap<>();
  private final Map<String, List<String>> devices = new LinkedHashMap<>();

  private final List<LoopDevice> limited = new ArrayList<>();

  /** Remove what was made, the last first. */
  private final Deque<Runnable> closings = new ArrayDeque<>();

  LabStorage(String name, Host host) {
    this.name = name;
    this.host = host;
  }

  /** Registers how to remove something when it is closed. */
  void made(Runnable closing) {
    closings.push(closing);
  }

  /** A disk of a worker, made for it. */
  void add(String worker, LoopDevice device) {
    limited.add(device);
    add(worker, device.mountPoint(), device.name());
  }

  /** Disks of a worker with one file system over all of them. */
  void add(String worker, List<LoopDevice> striped, Path mountPoint) {
    limited.addAll(striped);
    mountPoints.computeIfAbsent(worker, w -> new ArrayList<>()).add(mountPoint);
    striped.forEach(d -> devices.computeIfAbsent(worker, w -> new ArrayList<>()).add(d.name()));
  }

  /** Limits the devices that were made for it; a folder on a real disk stays as it is. */
  void limit(DeviceLimit limit) {
    limited.forEach(device -> device.limit(limit));
  }

  /** A disk of a worker. */
  void add(String worker, Path mountPoint, String device) {
    mountPoints.computeIfAbsent(worker, w -> new ArrayList<>()).add(mountPoint);
    devices.computeIfAbsent(worker, w -> new ArrayList<>()).add(device);
  }

  /** The disks' name. */
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
   * Writes dirty pages to the disks, at their speed, and drops their files from the page cache, so
   * that the next reads come from the disks.
   */
  public void dropCaches() {
    mountPoints.values().forEach(all -> all.forEach(folder -> PageCache.drop(host, folder)));
  }

  /**
   * Removes the disks with their content.
   *
   * @throws CoreboundException (failed) when something is left; the ledger has it
   */
  @Override
  public void close() {
    List<Runnable> all = List.copyOf(closings);
    closings.clear();
    Lab.runAll(all);
  }
}
