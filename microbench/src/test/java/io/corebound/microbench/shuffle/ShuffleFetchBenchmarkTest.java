package io.corebound.microbench.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.microbench.Contents;
import io.corebound.microbench.KeptInput;
import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.TeraRecords;
import java.io.IOException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.RawKeyValueIterator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(KeptInput.class)
final class ShuffleFetchBenchmarkTest {
  private final ShuffleFetchBenchmark benchmark = new ShuffleFetchBenchmark();
  private boolean closed;

  private void prepare(ShuffleFetchBenchmark.Codec codec, String outputs) throws Exception {
    benchmark.records = 5_000;
    benchmark.codec = codec;
    benchmark.outputs = outputs;
    benchmark.prepare();
  }

  @AfterEach
  void close() throws Exception {
    if (benchmark.served != null && !closed) {
      benchmark.close();
    }
  }

  @ParameterizedTest
  @CsvSource({"none, few-large", "snappy, many-small"})
  void whatIsFetchedIsWhatWasServed(ShuffleFetchBenchmark.Codec codec, String outputs)
      throws Exception {
    prepare(codec, outputs);
    benchmark.newTask();
    List<String> fetched = records(benchmark.fetch());
    benchmark.deleteFetched();
    try (LocalDirectory directory = LocalDirectory.open()) {
      assertThat(fetched)
          .isEqualTo(Contents.of(TeraRecords.load(directory, 5_000, 0, TeraRecords.Order.SORTED)));
    }
  }

  @ParameterizedTest
  @CsvSource({"none, many-small", "snappy, few-large"})
  @Tag("long")
  void whatIsFetchedIsWhatWasServedInTheOtherCombinations(
      ShuffleFetchBenchmark.Codec codec, String outputs) throws Exception {
    whatIsFetchedIsWhatWasServed(codec, outputs);
  }

  @Test
  void unknownOutputsAreRefused() {
    assertThatThrownBy(() -> prepare(ShuffleFetchBenchmark.Codec.none, "few"))
        .hasMessage("outputs: few is neither few-large nor many-small");
  }

  /** One server for all that is asked of it. */
  @Test
  void serverListensOnLoopbackOnlyRefusesWhoeverDoesNotKnowTheSecretAndEndsWhenItsInputDoes()
      throws Exception {
    prepare(ShuffleFetchBenchmark.Codec.none, "few-large");
    int port = benchmark.served.port;
    List<String> listening = listeningSockets(benchmark.served.pid);
    // /proc/net/tcp6 has an IPv4 address mapped; bytes of a word are reversed
    assertThat(listening)
        .hasSize(1)
        .allMatch(address -> address.matches("(0000000000000000FFFF0000)?0100007F:[0-9A-F]{4}"));
    assertThat(Integer.parseInt(listening.get(0).replaceAll(".*:", ""), 16)).isEqualTo(port);

    String outputs =
        "http://127.0.0.1:%s/mapOutput?job=%s&reduce=0&map=%s"
            .formatted(port, ShuffleServer.job(), ShuffleServer.map(0));
    HttpURLConnection connection = (HttpURLConnection) URI.create(outputs).toURL().openConnection();
    connection.setRequestProperty("name", "mapreduce");
    connection.setRequestProperty("version", "1.0.0");
    assertThat(connection.getResponseCode()).isEqualTo(HttpURLConnection.HTTP_UNAUTHORIZED);

    benchmark.close();
    closed = true;
    assertThat(Path.of("/proc", Integer.toString(benchmark.served.pid))).doesNotExist();
    assertThatExceptionOfType(ConnectException.class)
        .isThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close());
  }

  private static List<String> records(RawKeyValueIterator iterator) throws IOException {
    List<String> records = new ArrayList<>();
    while (iterator.next()) {
      records.add(text(iterator.getKey()) + text(iterator.getValue()));
    }
    return records;
  }

  private static String text(DataInputBuffer serialized) throws IOException {
    Text text = new Text();
    text.readFields(serialized);
    return Contents.of(text);
  }

  /** Local addresses of a process's listening TCP sockets, as proc(5) has them. */
  private static List<String> listeningSockets(int pid) throws IOException {
    List<String> sockets = new ArrayList<>();
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/" + pid + "/fd"))) {
      for (Path descriptor : descriptors.toList()) {
        sockets.add(Files.readSymbolicLink(descriptor).toString());
      }
    }
    List<String> addresses = new ArrayList<>();
    for (String table : List.of("tcp", "tcp6")) {
      for (String line : Files.readAllLines(Path.of("/proc/net/" + table))) {
        String[] fields = line.trim().split(" +", -1);
        if (fields[3].equals("0A") && sockets.contains("socket:[" + fields[9] + "]")) {
          addresses.add(fields[1]);
        }
      }
    }
    return addresses;
  }
}
