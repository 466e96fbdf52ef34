package io.corebound.microbench;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;

/**
 * A benchmark's directory in the running HDFS that the system property {@value #PROPERTY} names.
 * Replication is 1: one client and one DataNode are measured.
 */
public final class Hdfs {
  /** Names the file system, for instance {@code hdfs://127.0.0.1:8020}. */
  public static final String PROPERTY = "corebound.fs";

  /**
   * Whether generated input stays for the next fork; the program that sets it removes the input at
   * the end. Without it, every fork makes and removes its own input.
   */
  public static final String KEEP_PROPERTY = "corebound.fs.keep";

  /** The name of input in the directory until it is complete. */
  public static final String UNFINISHED = "unfinished";

  private final FileSystem fileSystem;
  private final org.apache.hadoop.fs.Path parent;
  private final org.apache.hadoop.fs.Path directory;

  private Hdfs(
      FileSystem fileSystem,
      org.apache.hadoop.fs.Path parent,
      org.apache.hadoop.fs.Path directory) {
    this.fileSystem = fileSystem;
    this.parent = parent;
    this.directory = directory;
  }

  /**
   * Connects, as a task does before its first record, and makes the directory. {@link #delete}
   * removes it, or else the end of this JVM.
   */
  public static Hdfs open(String parent) throws IOException {
    Configuration configuration = configuration();
    FileSystem fileSystem = FileSystem.get(configuration);
    org.apache.hadoop.fs.Path qualified =
        fileSystem.makeQualified(new org.apache.hadoop.fs.Path(parent));
    org.apache.hadoop.fs.Path directory =
        new org.apache.hadoop.fs.Path(qualified, UUID.randomUUID().toString());
    fileSystem.mkdirs(directory);
    // JMH calls no tear-down when a benchmark has failed
    fileSystem.deleteOnExit(directory);
    return new Hdfs(fileSystem, qualified, directory);
  }

  private static Configuration configuration() {
    String uri = System.getProperty(PROPERTY, "");
    if (uri.isEmpty()) {
      throw new OneLineException(
          String.format(
              "this suite needs a running HDFS: give it by -D%s=hdfs://HOST:PORT, and its DataNode"
                  + " by -D%s=datanode:PID",
              PROPERTY, OperationMeter.WATCH_PROPERTY));
    }
    Configuration configuration = new Configuration();
    FileSystem.setDefaultUri(configuration, URI.create(uri));
    configuration.setInt("dfs.replication", 1);
    return configuration;
  }

  public FileSystem fileSystem() {
    return fileSystem;
  }

  public org.apache.hadoop.fs.Path resolve(String name) {
    return new org.apache.hadoop.fs.Path(directory, name);
  }

  public org.apache.hadoop.fs.Path input(String name) {
    return keepsInput() ? new org.apache.hadoop.fs.Path(parent, "input/" + name) : resolve(name);
  }

  /** Whether input stays for the next fork. */
  public static boolean keepsInput() {
    return Boolean.getBoolean(KEEP_PROPERTY);
  }

  /** Finds the copy of a local file of input, or has it made by another JVM. */
  public org.apache.hadoop.fs.Path copy(Path local) throws IOException, InterruptedException {
    return copy(local, local.getFileName().toString());
  }

  /** The same under another name. */
  public org.apache.hadoop.fs.Path copy(Path local, String name)
      throws IOException, InterruptedException {
    org.apache.hadoop.fs.Path copy = input(name);
    if (!fileSystem.exists(copy)) {
      ChildJvm.run(
          Copy.class,
          fileSystem.getUri().toString(),
          local.toString(),
          resolve(UNFINISHED).toString(),
          copy.toString());
    }
    return copy;
  }

  /** Copies a local file of input where it is not there yet; for a JVM that makes input. */
  public static void copy(
      Path local,
      FileSystem hdfs,
      org.apache.hadoop.fs.Path unfinished,
      org.apache.hadoop.fs.Path copy)
      throws IOException {
    if (hdfs.exists(copy)) {
      return;
    }
    FileUtil.copy(local.toFile(), hdfs, unfinished, false, hdfs.getConf());
    hdfs.mkdirs(copy.getParent());
    if (!hdfs.rename(unfinished, copy)) {
      throw new IOException("cannot rename " + unfinished + " to " + copy);
    }
  }

  public void delete() throws IOException {
    fileSystem.delete(directory, true);
    fileSystem.cancelDeleteOnExit(directory);
  }

  static final class Copy {
    private Copy() {}

    public static void main(String[] arguments) throws IOException {
      System.setProperty(PROPERTY, arguments[0]);
      copy(
          Paths.get(arguments[1]),
          FileSystem.get(configuration()),
          new org.apache.hadoop.fs.Path(arguments[2]),
          new org.apache.hadoop.fs.Path(arguments[3]));
    }
  }
}
