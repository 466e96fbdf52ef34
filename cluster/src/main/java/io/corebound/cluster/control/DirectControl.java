package io.corebound.cluster.control;

import io.corebound.cluster.job.ApplicationState;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** Asks HDFS and YARN from this process. */
public final class DirectControl implements Control {
  private static final int CONNECT_LIMIT_MS = 1000;

  private final Configuration configuration;
  private Hdfs hdfs;
  private Yarn yarn;

  /**
   * Connects when it is first asked.
   *
   * @param configuration the cluster's
   */
  public DirectControl(Configuration configuration) {
    this.configuration = new Configuration(configuration);
    // fails soon when a daemon is gone
    this.configuration.set("ipc.client.connect.max.retries", "2");
  }

  private synchronized Hdfs hdfs() throws IOException {
    if (hdfs == null) {
      hdfs = new Hdfs(configuration);
    }
    return hdfs;
  }

  private synchronized Yarn yarn() {
    if (yarn == null) {
      yarn = new Yarn(configuration);
    }
    return yarn;
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
    return hdfs().ready(dataNodes);
  }

  @Override
  public boolean yarnReady(int nodeManagers) throws IOException {
    return yarn().nodeManagers() >= nodeManagers;
  }

  @Override
  public void reportBlocks() throws IOException {
    hdfs().reportBlocks();
  }

  @Override
  public long bytesBesideFiles() throws IOException {
    return hdfs().bytesBesideFiles();
  }

  @Override
  public void makeMemoryFolder(String folder) throws IOException {
    hdfs().makeMemoryFolder(folder);
  }

  @Override
  public boolean exists(String path) throws IOException {
    return hdfs().exists(path);
  }

  @Override
  public Optional<String> newest(String folder, String beginning, String ending)
      throws IOException {
    return hdfs().newest(folder, beginning, ending);
  }

  @Override
  public byte[] read(String file, long offset) throws IOException {
    return hdfs().read(file, offset, CHUNK);
  }

  @Override
  public void delete(String folder) throws IOException {
    hdfs().delete(folder);
  }

  @Override
  public ApplicationState state(String application) throws IOException {
    return yarn().state(application);
  }

  @Override
  public void kill(String application) throws IOException {
    yarn().kill(application);
  }

  @Override
  public synchronized void close() {
    // what would try again and again to reach the ResourceManager goes first
    if (yarn != null) {
      yarn.close();
    }
    if (hdfs != null) {
      hdfs.close();
    }
  }
}
