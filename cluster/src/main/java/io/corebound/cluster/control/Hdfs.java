package io.corebound.cluster.control;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.BlockReportOptions;
import org.apache.hadoop.hdfs.protocol.ClientDatanodeProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.ipc.RPC;

/** A cluster's file system, asked from this process. */
final class Hdfs implements AutoCloseable {
  private static final int RPC_LIMIT_MS = 10_000;

  private final DistributedFileSystem files;

  Hdfs(Configuration configuration) throws IOException {
    files =
        (DistributedFileSystem)
            FileSystem.newInstance(FileSystem.getDefaultUri(configuration), configuration);
  }

  /** Whether blocks can be written: out of safe mode, the volumes of so many DataNodes reported. */
  boolean ready(int dataNodes) throws IOException {
    return !files.setSafeMode(SafeModeAction.GET)
        && Arrays.stream(files.getDataNodeStats(HdfsConstants.DatanodeReportType.LIVE))
                .filter(node -> node.getCapacity() > 0)
                .count()
            >= dataNodes;
  }

  /** Has every DataNode that is alive report all of its blocks. */
  void reportBlocks() throws IOException {
    for (DatanodeInfo node : files.getDataNodeStats(HdfsConstants.DatanodeReportType.LIVE)) {
      if (node.getLastBlockReportTime() == 0) {
        // the next one would be its first, which is read differently
        throw new IOException(node + " has not reported its blocks yet");
      }
      ClientDatanodeProtocol dataNode =
          DFSUtilClient.createClientDatanodeProtocolProxy(
              node, files.getConf(), RPC_LIMIT_MS, /* connectToDnViaHostname= */ false);
      try {
        dataNode.triggerBlockReport(new BlockReportOptions.Factory().setIncremental(false).build());
      } finally {
        RPC.stopProxy(dataNode);
      }
    }
  }

  /** Bytes on the DataNodes' disks beyond what the files and their checksums take. */
  long bytesBesideFiles() throws IOException {
    long ofFiles = files.getContentSummary(new Path("/")).getSpaceConsumed();
    // a checksum of 4 bytes for every 512
    return files.getStatus().getUsed() - ofFiles - ofFiles / 128;
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
  Optional<String> newest(String folder, String beginning, String ending) throws IOException {
    Path path = new Path(folder);
    if (!files.exists(path)) {
      return Optional.empty();
    }
    return Arrays.stream(files.listStatus(path))
        .filter(FileStatus::isFile)
        .filter(status -> status.getPath().getName().startsWith(beginning))
        .filter(status -> status.getPath().getName().endsWith(ending))
        .max(Comparator.comparingLong(FileStatus::getModificationTime))
        .map(status -> status.getPath().toUri().getPath());
  }

  /** Up to so many bytes of a file; fewer only at its end. */
  byte[] read(String file, long offset, int length) throws IOException {
    try (FSDataInputStream in = files.open(new Path(file))) {
      in.seek(offset);
      return in.readNBytes(length);
    }
  }

  void delete(String folder) throws IOException {
    files.delete(new Path(folder), true);
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
