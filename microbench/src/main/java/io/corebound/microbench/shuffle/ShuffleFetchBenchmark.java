package io.corebound.microbench.shuffle;

import io.corebound.microbench.ChildJvm;
import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.OperationBenchmark;
import io.corebound.microbench.OperationMeter;
import io.corebound.microbench.TeraRecords;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import org.apache.hadoop.mapred.RawKeyValueIterator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What does it cost to fetch map output, in the reduce task and in the process that serves it? The
 * reduce task's own {@code Shuffle} gets the events of finished maps, and its fetchers take one
 * partition of every map's output over HTTP from Hadoop's {@code ShuffleHandler}, which runs in a
 * JVM of its own ({@code shuffle-handler} in the results) and sends files from memory without
 * codec. Measured until everything is fetched. The server has served before, as a NodeManager has
 * when all but the very first reduce task of a cluster asks; the reduce task is cold at first.
 *
 * <p>Paper: none; section 5 leaves the shuffle out.
 *
 * <p>Left out: the final merge, and merges that only larger amounts need while they are fetched;
 * maps that are still running; the network (loopback here); TLS.
 */
public class ShuffleFetchBenchmark extends OperationBenchmark {
  /** As many as fill 64 MiB on the wire. */
  @Param("645277")
  int records;

  @Param("0")
  long seed;

  /** Map outputs, each with an equal share of the records. */
  @Param("8")
  int maps;

  private LocalDirectory directory;
  private Path served;
  private Path work;
  private Process server;
  private int port;
  private int serverPid;
  private byte[] secret;
  private OperationMeter meter;
  private Fetch fetch;

  /** Starts the server, which writes the map outputs first. */
  @Setup(Level.Trial)
  public void prepare() throws IOException, InterruptedException {
    directory = LocalDirectory.open();
    served = directory.fresh("served");
    secret = new byte[20];
    new SecureRandom().nextBytes(secret);
    Path sorted = TeraRecords.file(directory, records, seed, TeraRecords.Order.SORTED);
    server =
        ChildJvm.of(
                ShuffleServer.class,
                Integer.toString(records),
                Long.toString(seed),
                Integer.toString(maps),
                sorted.getParent().toString(),
                served.toString())
            .start();
    server
        .getOutputStream()
        .write(
            (Base64.getEncoder().encodeToString(secret) + "\n")
                .getBytes(StandardCharsets.US_ASCII));
    server.getOutputStream().flush();
    String[] answer = firstLine().split(" ", -1);
    port = Integer.parseInt(answer[0]);
    serverPid = Integer.parseInt(answer[1]);
    OperationMeter.watch("shuffle-handler", serverPid);
    meter = new OperationMeter("shuffle.fetch");
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

  /** Makes a reduce task that is about to fetch. */
  @Setup(Level.Invocation)
  public void newTask() throws IOException {
    work = directory.fresh("reduce");
    fetch =
        new Fetch(work, maps, port, secret) {
          @Override
          void copied(long bytes) {
            meter.end(records, bytes);
          }
        };
  }

  /**
   * Fetches everything; what comes after that is not measured.
   *
   * @return the records as the reduce task would get them
   */
  @Benchmark
  public RawKeyValueIterator fetch() throws IOException, InterruptedException {
    meter.begin();
    return fetch.run();
  }

  int serverPid() {
    return serverPid;
  }

  int port() {
    return port;
  }

  /** Removes what was fetched. */
  @TearDown(Level.Invocation)
  public void deleteFetched() throws IOException {
    LocalDirectory.delete(work);
  }

  /** Ends the server and removes its files, and the input where it is ours. */
  @TearDown(Level.Trial)
  public void close() throws IOException, InterruptedException {
    OperationMeter.unwatch("shuffle-handler");
    server.getOutputStream().close();
    server.waitFor();
    LocalDirectory.delete(served);
    directory.close();
  }
}
