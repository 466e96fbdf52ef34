package io.corebound.microbench.shuffle;

import io.corebound.microbench.ChildJvm;
import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.OperationMeter;
import io.corebound.microbench.TeraRecords;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.function.Consumer;
import javax.crypto.SecretKey;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.TaskStatus;
import org.apache.hadoop.mapreduce.security.token.JobTokenSecretManager;

/**
 * Map outputs for one reducer, served by Hadoop's {@code ShuffleHandler} in another JVM, which is
 * watched under the name {@code shuffle-handler}.
 */
public final class ServedMapOutputs implements Closeable {
  private static final String ROLE = "shuffle-handler";

  private final int maps;
  private final Path served;
  private final byte[] secret = new byte[20];
  private final Process server;
  final int port;
  final int pid;

  /** Finds or makes the map outputs of TeraSort's records, and starts the server. */
  public ServedMapOutputs(
      LocalDirectory directory, int records, long seed, int maps, boolean snappy)
      throws IOException, InterruptedException {
    this(teraRecords(directory, records, seed, maps, snappy), maps, snappy);
  }

  private ServedMapOutputs(Path served, int maps, boolean snappy)
      throws IOException, InterruptedException {
    this.maps = maps;
    this.served = served;
    new SecureRandom().nextBytes(secret);
    server =
        ChildJvm.daemon(
                ShuffleServer.class,
                Integer.toString(maps),
                served.getParent().toString(),
                served.toString(),
                Boolean.toString(snappy))
            .start();
    server
        .getOutputStream()
        .write(
            (Base64.getEncoder().encodeToString(secret) + "\n")
                .getBytes(StandardCharsets.US_ASCII));
    server.getOutputStream().flush();
    String[] answer = firstLine().split(" ", -1);
    port = Integer.parseInt(answer[0]);
    pid = Integer.parseInt(answer[1]);
    OperationMeter.watch(ROLE, pid);
  }

  /** Finds or makes the outputs of a job's maps, compressed by Snappy, and starts the server. */
  public static ServedMapOutputs of(
      LocalDirectory directory, String name, int maps, LocalDirectory.Maker maker)
      throws IOException, InterruptedException {
    return new ServedMapOutputs(directory.made(name, maker), maps, true);
  }

  /** Moves a map's output and its index to where the server looks for them. */
  public static void keep(Path served, int map, Path output, Path index) throws IOException {
    Path folder = Files.createDirectories(served.resolve(ShuffleServer.folder(map)));
    Files.move(output, folder.resolve(MapOutputFiles.OUTPUT));
    Files.move(index, folder.resolve(MapOutputFiles.INDEX));
  }

  /** Where they are, with what else was made with them. */
  public Path directory() {
    return served;
  }

  private static Path teraRecords(
      LocalDirectory directory, int records, long seed, int maps, boolean snappy)
      throws IOException, InterruptedException {
    Path sorted = TeraRecords.file(directory, records, seed, TeraRecords.Order.SORTED);
    return directory.made(
        String.format(
            "map-outputs-%s-%s-%s-from-%s", maps, snappy ? "snappy" : "none", records, seed),
        target ->
            ChildJvm.run(
                MapOutputFiles.class,
                Integer.toString(records),
                Long.toString(seed),
                Integer.toString(maps),
                sorted.getParent().toString(),
                target.toString(),
                Boolean.toString(snappy)));
  }

  public long ifileBytes() throws IOException {
    JobConf job = new JobConf();
    long bytes = 0;
    for (int map = 0; map < maps; map++) {
      bytes += MapOutputFiles.index(job, served.toString(), map).rawLength;
    }
    return bytes;
  }

  private String firstLine() throws IOException, InterruptedException {
    String line =
        new BufferedReader(
                new InputStreamReader(server.getInputStream(), StandardCharsets.US_ASCII))
            .readLine();
    if (line == null) {
      throw new IOException("the shuffle server ended with exit status " + server.waitFor());
    }
    return line;
  }

  public JobID job() {
    return ShuffleServer.job();
  }

  /** The master, which knows where the outputs are. */
  public TaskMaster master() {
    return master(status -> {});
  }

  /** The master, which knows where the outputs are. */
  public TaskMaster master(Consumer<TaskStatus> statuses) {
    return new TaskMaster(maps, "http://127.0.0.1:" + port, statuses);
  }

  public SecretKey secret() {
    return JobTokenSecretManager.createSecretKey(secret);
  }

  @Override
  public void close() throws IOException {
    OperationMeter.unwatch(ROLE);
    server.getOutputStream().close();
    try {
      server.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while the shuffle server ends");
    }
  }
}
