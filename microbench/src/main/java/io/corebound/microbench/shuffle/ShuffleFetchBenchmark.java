package io.corebound.microbench.shuffle;

import io.corebound.microbench.ByteBase;
import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.Measures;
import io.corebound.microbench.OneLineException;
import io.corebound.microbench.OperationBenchmark;
import io.corebound.microbench.OperationMeter;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.mapred.RawKeyValueIterator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What does it cost to fetch map output, in the reduce task and in the process that serves it? The
 * reduce task's own {@code Shuffle} gets the events of finished maps, and its fetchers take one
 * partition of every map's output over HTTP from Hadoop's {@code ShuffleHandler}, which runs in
 * another JVM ({@code shuffle-handler} in the results) and sends files from memory. What is
 * compressed is decompressed as it is fetched. Measured until everything is fetched.
 */
@Measures(
    value = "shuffle.fetch",
    question = "What does it cost a reduce task to fetch map output?",
    localBytes = 2)
public class ShuffleFetchBenchmark extends OperationBenchmark {
  public enum Codec {
    none,
    snappy
  }

  /** Map outputs, each with an equal share of the records. */
  public enum Outputs {
    FEW_LARGE(8),
    /**
     * Many, so that each one's request, header and buffer count; fewer than the 1000 at which a
     * reduce task begins to merge ({@code mapreduce.reduce.merge.inmem.threshold}).
     */
    MANY_SMALL(512);

    final int maps;

    Outputs(int maps) {
      this.maps = maps;
    }

    static Outputs of(String value) {
      for (Outputs outputs : values()) {
        if (outputs.name().replace('_', '-').equalsIgnoreCase(value)) {
          return outputs;
        }
      }
      throw new OneLineException("outputs: " + value + " is neither few-large nor many-small");
    }
  }

  /** As many as fill 64 MiB on the wire. */
  @Param("645277")
  int records;

  @Param("0")
  long seed;

  @Param({"none", "snappy"})
  Codec codec;

  @Param({"few-large", "many-small"})
  String outputs;

  private LocalDirectory directory;
  private Outputs wanted;
  ServedMapOutputs served;
  private Path work;
  private OperationMeter meter;
  private Fetch fetch;

  @Setup(Level.Trial)
  public void prepare() throws IOException, InterruptedException {
    directory = LocalDirectory.open();
    wanted = Outputs.of(outputs);
    served = new ServedMapOutputs(directory, records, seed, wanted.maps, compressed());
    meter = new OperationMeter("shuffle.fetch", ByteBase.WIRE);
  }

  @Setup(Level.Invocation)
  public void newTask() throws IOException {
    work = directory.fresh("reduce");
    fetch =
        new Fetch(work, wanted.maps, served.master(), served.secret(), compressed()) {
          @Override
          void copied(long bytes) {
            meter.end(records, bytes);
          }
        };
  }

  /** Fetches everything; what comes after that is not measured. */
  @Benchmark
  public RawKeyValueIterator fetch() throws IOException, InterruptedException {
    meter.begin();
    return fetch.run();
  }

  private boolean compressed() {
    return codec == Codec.snappy;
  }

  @TearDown(Level.Invocation)
  public void deleteFetched() throws IOException {
    LocalDirectory.delete(work);
  }

  @TearDown(Level.Trial)
  public void close() throws IOException {
    served.close();
    directory.close();
  }
}
