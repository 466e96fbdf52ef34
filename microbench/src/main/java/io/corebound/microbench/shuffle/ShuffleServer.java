package io.corebound.microbench.shuffle;

import io.corebound.microbench.LocalDirectory;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Paths;
import java.util.Base64;
import java.util.Collections;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.LocalDirAllocator;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.SnappyCodec;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.ShuffleHandler;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.security.token.JobTokenIdentifier;
import org.apache.hadoop.mapreduce.security.token.JobTokenSecretManager;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.util.ReflectionUtils;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.server.api.ApplicationInitializationContext;
import org.apache.hadoop.yarn.server.api.AuxiliaryLocalPathHandler;

/**
 * Serves the map outputs of one job by Hadoop's {@link ShuffleHandler}, as a NodeManager does, in
 * another JVM. The first line of its input is the job's secret; when it has served once, it prints
 * its port and its process id, and it ends at the end of its input, so with its parent.
 */
final class ShuffleServer {
  static final String USER = "corebound";

  private static final long CLUSTER_TIMESTAMP = 1;
  private static final int JOB_NUMBER = 1;

  private ShuffleServer() {}

  static JobID job() {
    return new JobID(Long.toString(CLUSTER_TIMESTAMP), JOB_NUMBER);
  }

  static TaskAttemptID map(int index) {
    return new TaskAttemptID(Long.toString(CLUSTER_TIMESTAMP), JOB_NUMBER, TaskType.MAP, index, 0);
  }

  /** The codec of the outputs; null for none, as Hadoop has it. */
  static CompressionCodec codec(boolean snappy, Configuration job) {
    return snappy ? ReflectionUtils.newInstance(SnappyCodec.class, job) : null;
  }

  public static void main(String[] arguments) throws Exception {
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    byte[] secret = Base64.getDecoder().decode(input.readLine());
    System.setProperty(LocalDirectory.PROPERTY, arguments[1]);
    int maps = Integer.parseInt(arguments[0]);
    boolean snappy = Boolean.parseBoolean(arguments[3]);
    ShuffleHandler handler = serve(arguments[2], secret);
    int port = ShuffleHandler.deserializeMetaData(handler.getMetaData());
    warmUp(maps, port, secret, snappy);
    System.out.println(port + " " + Paths.get("/proc/self").toRealPath().getFileName());
    input.lines().forEach(ignored -> {});
    System.exit(0);
  }

  /** Where a NodeManager's local directory has a map's output. */
  static String folder(int map) {
    return "usercache/" + USER + "/appcache/" + application() + "/output/" + map(map);
  }

  private static ApplicationId application() {
    return ApplicationId.newInstance(CLUSTER_TIMESTAMP, JOB_NUMBER);
  }

  private static ShuffleHandler serve(String directory, byte[] secret) throws IOException {
    Configuration configuration = new Configuration();
    configuration.setInt(ShuffleHandler.SHUFFLE_PORT_CONFIG_KEY, 0);
    configuration.set(LocalPaths.KEY, directory);
    ShuffleHandler handler = new ShuffleHandler();
    handler.setAuxiliaryLocalPathHandler(new LocalPaths(configuration));
    handler.init(configuration);
    LoopbackBinding.prepare(handler);
    handler.start();
    Token<JobTokenIdentifier> token =
        new Token<>(
            new JobTokenIdentifier(new Text(job().toString())).getBytes(),
            secret,
            JobTokenIdentifier.KIND_NAME,
            new Text(job().toString()));
    handler.initializeApplication(
        new ApplicationInitializationContext(
            USER, application(), ShuffleHandler.serializeServiceData(token)));
    return handler;
  }

  /** Serves itself, so that the first one to be measured finds a server that is warm. */
  private static void warmUp(int maps, int port, byte[] secret, boolean snappy)
      throws IOException, InterruptedException {
    TaskMaster master = new TaskMaster(maps, "http://127.0.0.1:" + port);
    java.nio.file.Path work = LocalDirectory.open().fresh("warm-up");
    new Fetch(work, maps, master, JobTokenSecretManager.createSecretKey(secret), snappy) {
      @Override
      void copied(long bytes) {
        // only the server's side matters
      }
    }.run().close();
    LocalDirectory.delete(work);
  }

  /** Finds files in the local directory as a NodeManager does in its own. */
  private static final class LocalPaths implements AuxiliaryLocalPathHandler {
    private static final String KEY = "corebound.shuffle.local.dir";

    private final Configuration configuration;
    private final LocalDirAllocator directories = new LocalDirAllocator(KEY);

    LocalPaths(Configuration configuration) {
      this.configuration = configuration;
    }

    @Override
    public Path getLocalPathForRead(String path) throws IOException {
      return directories.getLocalPathToRead(path, configuration);
    }

    @Override
    public Path getLocalPathForWrite(String path) throws IOException {
      return directories.getLocalPathForWrite(path, configuration);
    }

    @Override
    public Path getLocalPathForWrite(String path, long size) throws IOException {
      return directories.getLocalPathForWrite(path, size, configuration);
    }

    @Override
    public Iterable<Path> getAllLocalPathsForRead(String path) throws IOException {
      return Collections.singleton(getLocalPathForRead(path));
    }
  }
}
