package io.corebound.cluster;

import io.corebound.records.CoreboundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FsStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;

/** A cluster's file system, seen from corebound's own process. */
final class Hdfs implements AutoCloseable {
  private final DistributedFileSystem files;

  Hdfs(Configuration configuration) {
    try {
      files =
          (DistributedFileSystem)
              FileSystem.newInstance(FileSystem.getDefaultUri(configuration), configuration);
    } catch (IOException e) {
      throw CoreboundException.failed("cannot reach HDFS: " + e.getMessage(), e);
    }
  }

  /** Whether blocks can be written: out of safe mode, both kinds of volume reported. */
  boolean ready() throws IOException {
    if (files.setSafeMode(org.apache.hadoop.fs.SafeModeAction.GET)) {
      return false;
    }
    FsStatus status = files.getStatus();
    return status.getCapacity() > 0;
  }

  /** Makes the folder whose blocks lie on volumes of the kind SSD. */
  void makeMemoryFolder(String folder) throws IOException {
    Path path = new Path(folder);
    files.mkdirs(path);
    files.setStoragePolicy(path, HdfsConstants.ALLSSD_STORAGE_POLICY_NAME);
  }

  boolean exists(String path) throws IOException {
    return files.exists(new Path(path));
  }

  /** The newest file of a folder whose name fits; empty when there is none. */
  Optional<Path> find(String folder, Predicate<String> name) throws IOException {
    Path path = new Path(folder);
    if (!files.exists(path)) {
      return Optional.empty();
    }
    return Arrays.stream(files.listStatus(path))
        .filter(FileStatus::isFile)
        .filter(status -> name.test(status.getPath().getName()))
        .max(java.util.Comparator.comparingLong(FileStatus::getModificationTime))
        .map(FileStatus::getPath);
  }

  /** Copies a file to the local disk under its own name, whole or not at all. */
  java.nio.file.Path fetch(Path file, java.nio.file.Path folder) throws IOException {
    Files.createDirectories(folder);
    java.nio.file.Path target = folder.resolve(file.getName());
    java.nio.file.Path temporary = Files.createTempFile(folder, ".", ".tmp");
    try (InputStream in = files.open(file)) {
      Files.copy(in, temporary, StandardCopyOption.REPLACE_EXISTING);
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(temporary);
    }
    return target;
  }

  String readText(String file) {
    try (InputStream in = files.open(new Path(file))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw CoreboundException.failed("cannot read " + file + " of HDFS: " + e.getMessage(), e);
    }
  }

  void delete(String folder) {
    try {
      files.delete(new Path(folder), true);
    } catch (IOException e) {
      throw CoreboundException.failed("cannot delete " + folder + " of HDFS: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    try {
      files.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
