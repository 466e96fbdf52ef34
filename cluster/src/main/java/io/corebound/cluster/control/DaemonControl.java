package io.corebound.cluster.control;

import io.corebound.cluster.job.JobControl;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * What corebound asks of the HDFS and YARN of a cluster that it has started itself. Every method
 * fails with an {@code IOException} when the daemon does not answer or refuses.
 */
public interface DaemonControl extends JobControl, AutoCloseable {
  /** The most bytes of a file that one call reads. */
  int CHUNK = 1 << 20;

  /** Whether a program accepts connections at an address of the cluster. */
  boolean listens(String host, int port) throws IOException;

  /** Whether blocks can be written: out of safe mode, volumes of that many DataNodes reported. */
  boolean hdfsReady(int dataNodes) throws IOException;

  /** Whether that many NodeManagers have registered. */
  boolean yarnReady(int nodeManagers) throws IOException;

  /**
   * Makes every DataNode report all its blocks; those that belong to no file are deleted some
   * seconds later. After a start of the NameNode, blocks of files that were deleted shortly before
   * its end would otherwise stay for hours ({@code BlockManager.processFirstBlockReport} ignores
   * unknown blocks).
   */
  void reportBlocks() throws IOException;

  /**
   * Bytes on the DataNodes' disks, by their last heartbeats, beyond what the files of HDFS and
   * their checksums take: blocks of deleted files that are not deleted yet.
   */
  long bytesBesideFiles() throws IOException;

  /** Makes a folder of HDFS that keeps its blocks on volumes of the kind SSD. */
  void makeMemoryFolder(String folder) throws IOException;

  /** Up to {@link #CHUNK} bytes of a file of HDFS; fewer only at its end. */
  byte[] read(String file, long offset) throws IOException;

  @Override
  void close();

  @Override
  default String readText(String file) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    copy(file, bytes);
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Override
  default Path fetch(String file, Path folder) throws IOException {
    Files.createDirectories(folder);
    Path target = folder.resolve(file.substring(file.lastIndexOf('/') + 1));
    Path temporary = Files.createTempFile(folder, ".", ".tmp");
    try {
      try (OutputStream out = Files.newOutputStream(temporary)) {
        copy(file, out);
      }
      return Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  private void copy(String file, OutputStream out) throws IOException {
    byte[] chunk;
    long offset = 0;
    do {
      chunk = read(file, offset);
      out.write(chunk);
      offset += chunk.length;
    } while (chunk.length == CHUNK);
  }
}
