package io.corebound.microbench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunSuiteIT {
  @Test
  void dataNodesCpuTimeIsPartOfReading(@TempDir Path directory) throws Exception {
    RunningHdfs hdfs = RunningHdfs.use();
    Path json = directory.resolve("out.json");
    List<String> arguments =
        new ArrayList<>(List.of("read", "-f", "1", "-i", "1", "-e", "Cat|File|LocalFs"));
    arguments.addAll(
        List.of(
            "-jvmArgsAppend",
            "-Dcorebound.fs=" + hdfs.uri() + " -Dcorebound.watch=datanode:" + hdfs.dataNodePid()));
    arguments.addAll(List.of("-p", "bytes=50000000", "-p", "records=500000", "-p", "buffer=65536"));
    arguments.addAll(List.of("-p", "checksum=true", "-p", "path=socket"));
    arguments.addAll(List.of("-rf", "json", "-rff", json.toString()));
    Process process =
        RunSuiteTest.start(directory, RunSuite.class, arguments.toArray(new String[0]));
    process.getInputStream().transferTo(System.out);
    assertThat(process.waitFor()).isZero();
    for (JsonNode benchmark : new ObjectMapper().readTree(json.toFile())) {
      double dataNode = 0;
      JsonNode metrics = benchmark.get("secondaryMetrics");
      for (String name : RunSuiteTest.names(metrics)) {
        if (name.endsWith("@datanode")) {
          dataNode += RunSuiteTest.numbers(metrics.get(name)).get(0);
        }
      }
      assertThat(dataNode).isGreaterThan(0);
    }
  }
}
