package io.corebound.microbench;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.namenode.NameNode;

/** A real NameNode and a real DataNode, each its own JVM, on loopback; one pair for all tests. */
public final class RunningHdfs {
  private static final Pattern SYNCS = Pattern.compile("\"FsyncCount\" : ([0-9]+)");

  private static RunningHdfs running;

  private final Path directory;
  private final String uri;
  private final Process dataNode;

  private RunningHdfs() throws Exception {
    directory = Files.createTempDirectory("test-of-corebound-hdfs-");
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      uri = "hdfs://127.0.0.1:" + free.getLocalPort();
    }
    start("format", NameNode.class, "-format", "-nonInteractive").waitFor();
    Process nameNode = start("namenode", NameNode.class);
    dataNode = start("datanode", DataNode.class);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(nameNode)));
    waitForDataNode(nameNode);
  }

  /** Starts it the first time, and has the benchmarks of this JVM use it. */
  public static synchronized RunningHdfs use() throws Exception {
    if (running == null) {
      running = new RunningHdfs();
    }
    System.setProperty(Hdfs.PROPERTY, running.uri);
    return running;
  }

  /** Its address. */
  public String uri() {
    return uri;
  }

  /** The DataNode's process. */
  public int dataNodePid() {
    return Math.toIntExact(dataNode.pid());
  }

  /** How often the DataNode has synced a block to its disk since it started. */
  public long syncs() throws IOException, InterruptedException {
    // its figures are as old as hadoop-metrics2.properties says
    Thread.sleep(300);
    Configuration configuration = new Configuration();
    FileSystem.setDefaultUri(configuration, uri);
    try (DistributedFileSystem client =
        (DistributedFileSystem) FileSystem.newInstance(configuration)) {
      int port = client.getDataNodeStats(DatanodeReportType.LIVE)[0].getInfoPort();
      URL metrics =
          new URL(
              "http://127.0.0.1:"
                  + port
                  + "/jmx?qry=Hadoop:service=DataNode,name=DataNodeActivity-*");
      try (InputStream in = metrics.openStream()) {
        Matcher count = SYNCS.matcher(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        if (!count.find()) {
          throw new IllegalStateException("the DataNode does not report how often it has synced");
        }
        return Long.parseLong(count.group(1));
      }
    }
  }

  /** Where the DataNode keeps the block of a file that no other file is as long as. */
  public Path block(long bytes) throws IOException {
    try (Stream<Path> files = Files.walk(directory.resolve("data"))) {
      List<Path> blocks =
          files
              .filter(file -> file.getFileName().toString().matches("blk_[0-9]+"))
              .filter(file -> file.toFile().length() == bytes)
              .toList();
      if (blocks.size() != 1) {
        throw new IllegalStateException("not one block of " + bytes + " bytes: " + blocks);
      }
      return blocks.get(0);
    }
  }

  private Process start(String name, Class<?> daemon, String... arguments) throws IOException {
    List<String> all = new ArrayList<>();
    for (String setting :
        List.of(
            "fs.defaultFS=" + uri,
            "dfs.namenode.name.dir=" + directory.resolve("name"),
            "dfs.datanode.data.dir=" + directory.resolve("data"),
            "dfs.namenode.http-address=127.0.0.1:0",
            "dfs.datanode.address=127.0.0.1:0",
            "dfs.datanode.http.address=127.0.0.1:0",
            "dfs.datanode.ipc.address=127.0.0.1:0",
            "dfs.namenode.datanode.registration.ip-hostname-check=false",
            "dfs.block.local-path-access.user=" + System.getProperty("user.name"))) {
      all.add("-D" + setting);
    }
    all.addAll(List.of(arguments));
    File log = directory.resolve(name + ".log").toFile();
    ProcessBuilder builder = ChildJvm.daemon(UntilInputEnds.class, all.toArray(new String[0]));
    builder.command().add(1, "-Djava.io.tmpdir=" + directory);
    builder.environment().put(UntilInputEnds.MAIN, daemon.getName());
    return builder.redirectErrorStream(true).redirectOutput(log).start();
  }

  private void waitForDataNode(Process nameNode) throws Exception {
    Configuration configuration = new Configuration();
    FileSystem.setDefaultUri(configuration, uri);
    Instant limit = Instant.now().plus(Duration.ofMinutes(3));
    try (FileSystem client = FileSystem.newInstance(configuration)) {
      while (liveDataNodes((DistributedFileSystem) client) < 1) {
        if (Instant.now().isAfter(limit) || !nameNode.isAlive() || !dataNode.isAlive()) {
          throw new IllegalStateException("HDFS did not start; its logs are in " + directory);
        }
        Thread.sleep(200);
      }
    }
  }

  private static int liveDataNodes(DistributedFileSystem client) throws IOException {
    try {
      return client.getDataNodeStats(DatanodeReportType.LIVE).length;
    } catch (ConnectException e) {
      return 0;
    }
  }

  private void stop(Process nameNode) {
    dataNode.destroyForcibly();
    nameNode.destroyForcibly();
    try {
      dataNode.waitFor();
      nameNode.waitFor();
      LocalDirectory.delete(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
