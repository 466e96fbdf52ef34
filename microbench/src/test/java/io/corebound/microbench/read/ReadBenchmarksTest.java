package io.corebound.microbench.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.microbench.ChildJvm;
import io.corebound.microbench.Contents;
import io.corebound.microbench.Hdfs;
import io.corebound.microbench.KeptInput;
import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.OneLineException;
import io.corebound.microbench.RunningHdfs;
import io.corebound.microbench.TeraRecords;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.Main;
import org.openjdk.jmh.infra.Blackhole;

@ExtendWith(KeptInput.class)
final class ReadBenchmarksTest {
  private static final List<Integer> BUFFERS = List.of(65536, 4096, 1048576);

  @BeforeAll
  static void startHdfs() throws Exception {
    RunningHdfs.use();
  }

  @ParameterizedTest
  @CsvSource({
    "1100001, true, socket",
    "1100002, true, short-circuit",
    "1100003, false, socket",
    "1100004, false, short-circuit"
  })
  void bytesReadAreTheFilesAndFlippedOneIsNoticedByItsChecksumOnly(
      int bytes, boolean checksum, String path) throws Exception {
    StringBuilder read = new StringBuilder();
    ReadHdfsBenchmark benchmark = readHdfs(bytes, checksum, path, read);
    benchmark.prepare();
    byte[] expected = contents(bytes);
    for (int buffer : BUFFERS) {
      assertThat(read(benchmark, buffer, read)).isEqualTo(Contents.of(expected).repeat(2));
    }
    expected[bytes - 1] ^= 1;
    Files.write(RunningHdfs.use().block(bytes), expected);
    if (checksum) {
      assertThatThrownBy(() -> benchmark.read(null)).isInstanceOf(ChecksumException.class);
    } else {
      assertThat(read(benchmark, 65536, read)).isEqualTo(Contents.of(expected).repeat(2));
    }
    benchmark.close();
  }

  private static String read(ReadHdfsBenchmark benchmark, int buffer, StringBuilder read)
      throws IOException {
    read.setLength(0);
    benchmark.buffer = buffer;
    benchmark.read(null);
    return read.toString();
  }

  @Test
  void shortCircuitThatIsNotAllowedIsNoResult() throws Exception {
    RunningHdfs hdfs = RunningHdfs.use();
    Configuration configuration = new Configuration();
    try (FileSystem client = FileSystem.newInstance(URI.create(hdfs.uri()), configuration)) {
      Path directory = new Path("/of-everybody");
      client.mkdirs(directory);
      client.setPermission(directory, new FsPermission((short) 0777));
    }
    List<String> arguments = new ArrayList<>(List.of(".*ReadHdfsBenchmark", "-f", "0", "-i", "1"));
    for (String parameter :
        List.of("bytes=500", "buffer=4096", "path=short-circuit", "dir=/of-everybody")) {
      arguments.addAll(List.of("-p", parameter));
    }
    arguments.addAll(List.of("-foe", "true"));
    ProcessBuilder builder = ChildJvm.of(Main.class, arguments.toArray(new String[0]));
    builder
        .command()
        .addAll(1, List.of("-D" + Hdfs.PROPERTY + "=" + hdfs.uri(), "-Djmh.ignoreLock=true"));
    builder.environment().put("HADOOP_USER_NAME", "stranger");
    Process process = builder.redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isEqualTo(1);
    assertThat(output)
        .contains(
            "short-circuit: 0 of 2000 bytes were read by short circuit; the DataNode has to be on"
                + " this machine and to have dfs.block.local-path-access.user=stranger; leave it"
                + " out with -p path=socket");
  }

  @Test
  void unknownPathIsRefused() {
    ReadHdfsBenchmark benchmark = readHdfs(500, true, "telepathy", new StringBuilder());
    assertThatThrownBy(benchmark::prepare)
        .isInstanceOf(OneLineException.class)
        .hasMessage("path: 'telepathy' is neither socket nor short-circuit");
  }

  private static ReadHdfsBenchmark readHdfs(
      long bytes, boolean checksum, String path, StringBuilder read) {
    ReadHdfsBenchmark benchmark =
        new ReadHdfsBenchmark() {
          @Override
          void consume(byte[] target, int length, Blackhole blackhole) {
            read.append(Contents.of(target, length));
          }
        };
    benchmark.bytes = bytes;
    benchmark.passes = 2;
    benchmark.checksum = checksum;
    benchmark.path = path;
    benchmark.dir = "/read-hdfs";
    return benchmark;
  }

  private static byte[] contents(int bytes) {
    byte[] contents = new byte[bytes];
    new Random(0).nextBytes(contents);
    return contents;
  }

  @Test
  void recordsReadAreTheFiles() throws Exception {
    List<String> read = new ArrayList<>();
    ReadTeraRecordsBenchmark benchmark =
        new ReadTeraRecordsBenchmark() {
          @Override
          void consume(Text key, Text value, Blackhole blackhole) {
            read.add(Contents.of(key) + Contents.of(value));
          }
        };
    benchmark.records = 5_000;
    benchmark.dir = "/read-tera-records";
    benchmark.prepare();
    benchmark.read(null);
    benchmark.close();
    assertThat(read).isEqualTo(generated(5_000));
  }

  private static List<String> generated(int records) throws Exception {
    try (LocalDirectory directory = LocalDirectory.open()) {
      return Contents.of(TeraRecords.load(directory, records, 0, TeraRecords.Order.GENERATED));
    }
  }
}
