package io.corebound.cluster.control;

import io.corebound.cluster.job.ApplicationState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Objects;
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
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** Asks HDFS and YARN from this process, with Hadoop's own clients. Connects at the first call. */
public final class DirectControl implements DaemonControl {
  private static final int CONNECT_LIMIT_MS = 1000;
  private static final int RPC_LIMIT_MS = 10_000;
  private static final EnumSet<YarnApplicationState> ENDED =
      EnumSet.of(
          YarnApplicationState.FINISHED, YarnApplicationState.FAILED, YarnApplicationState.KILLED);

  private final Configuration configuration;
  private DistributedFileSystem files;
  private YarnClient yarn;

  public DirectControl(Configuration configuration) {
    this.configuration = new Configuration(configuration);
    // fails soon when a daemon has ended
    this.configuration.set("ipc.client.connect.max.retries", "2");
  }

  private synchronized DistributedFileSystem files() throws IOException {
    if (files == null) {
      files =
          (DistributedFileSystem)
              FileSystem.newInstance(FileSystem.getDefaultUri(configuration), configuration);
    }
    return files;
  }

  /** A call of the ResourceManager. */
  private interface YarnCall<T> {
    T on(YarnClient client) throws IOException, YarnException;
  }

  private <T> T yarn(YarnCall<T> call) throws IOException {
    synchronized (this) {
      if (yarn == null) {
        yarn = YarnClient.createYarnClient();
        yarn.init(configuration);
        yarn.start();
      }
    }
    try {
      return call.on(yarn);
    } catch (YarnException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  @Override
  public boolean listens(String host, int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, port), CONNECT_LIMIT_MS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public boolean hdfsReady(int dataNodes) throws IOException {
    return !files().setSafeMode(SafeModeAction.GET)
        && Arrays.stream(files().getDataNodeStats(DatanodeReportType.LIVE))
                .filter(node -> node.getCapacity() > 0)
                .count()
            >= dataNodes;
  }

  @Override
  public boolean yarnReady(int nodeManagers) throws IOException {
    return yarn(YarnClient::getYarnClusterMetrics).getNumActiveNodeManagers() >= nodeManagers;
  }

  @Override
  public void reportBlocks() throws IOException {
    for (DatanodeInfo node : files().getDataNodeStats(DatanodeReportType.LIVE)) {
      if (node.getLastBlockReportTime() == 0) {
        // the next one would be its first, which is read differently
        throw new IOException(node + " has not reported its blocks yet");
      }
      ClientDatanodeProtocol dataNode =
          DFSUtilClient.createClientDatanodeProtocolProxy(
              node, files().getConf(), RPC_LIMIT_MS, /* connectToDnViaHostname= */ false);
      try {
        dataNode.triggerBlockReport(new BlockReportOptions.Factory().setIncremental(false).build());
      } finally {
        RPC.stopProxy(dataNode);
      }
    }
  }

  @Override
  public long bytesBesideFiles() throws IOException {
    long ofFiles = files().getContentSummary(new Path("/")).getSpaceConsumed();
    // a checksum of 4 bytes for every 512
    return files().getStatus().getUsed() - ofFiles - ofFiles / 128;
  }

  @Override
  public void makeMemoryFolder(String folder) throws IOException {
    Path path = new Path(folder);
    files().mkdirs(path);
    files().setStoragePolicy(path, HdfsConstants.ALLSSD_STORAGE_POLICY_NAME);
  }

  @Override
  public boolean exists(String path) throws IOException {
    return files().exists(new Path(path));
  }

  @Override
  public Optional<String> newest(String folder, String beginning, String ending)
      throws IOException {
    if (!exists(folder)) {
      return Optional.empty();
    }
    return Arrays.stream(files().listStatus(new Path(folder)))
        .filter(FileStatus::isFile)
        .filter(status -> status.getPath().getName().startsWith(beginning))
        .filter(status -> status.getPath().getName().endsWith(ending))
        .max(Comparator.comparingLong(FileStatus::getModificationTime))
        .map(status -> status.getPath().toUri().getPath());
  }

  @Override
  public byte[] read(String file, long offset) throws IOException {
    try (FSDataInputStream in = files().open(new Path(file))) {
      in.seek(offset);
      return in.readNBytes(CHUNK);
    }
  }

  @Override
  public void delete(String folder) throws IOException {
    files().delete(new Path(folder), true);
  }

  @Override
  public ApplicationState state(String application) throws IOException {
    ApplicationReport report =
        yarn(client -> client.getApplicationReport(ApplicationId.fromString(application)));
    return new ApplicationState(
        ENDED.contains(report.getYarnApplicationState()),
        report.getYarnApplicationState().name(),
        report.getFinalApplicationStatus().name(),
        Objects.requireNonNullElse(report.getDiagnostics(), ""),
        String.format(Locale.ROOT, "%.2f%%", 100 * report.getProgress()),
        report.getQueue());
  }

  @Override
  public void kill(String application) throws IOException {
    yarn(
        client -> {
          client.killApplication(ApplicationId.fromString(application));
          return null;
        });
  }

  @Override
  public synchronized void close() {
    try {
      // the ResourceManager's client first: it would retry to reach a daemon that has ended
      if (yarn != null) {
        yarn.close();
      }
      if (files != null) {
        files.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
