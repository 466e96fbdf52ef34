package io.corebound.cluster.daemons;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.hosts.process.Node;
import io.corebound.hosts.process.PipedProgram;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpreadOutputTest {
  private static final int BLOCK = 10;

  private final Map<String, ByteArrayOutputStream> written = new TreeMap<>();
  private final List<String> created = new ArrayList<>();
  private int status;

  private SpreadOutput over(int nodes, long bytes) {
    List<Node> writers =
        IntStream.rangeClosed(1, nodes)
            .mapToObj(i -> new Node("w" + i, null, "", 1, Path.of("/"), List.of(), List.of()))
            .toList();
    return new SpreadOutput(writers, bytes, BLOCK, Duration.ZERO, this::put);
  }

  private PipedProgram put(Node writer, boolean creates) {
    if (creates) {
      created.add(writer.name());
    }
    ByteArrayOutputStream in = new ByteArrayOutputStream();
    written.put(writer.name(), in);
    return new Program(in, status);
  }

  @ParameterizedTest
  @CsvSource({"1, 95, 95", "2, 95, 50;45", "2, 15, 10;5", "3, 45, 20;20;5", "3, 8, 8", "2, 0, 0"})
  void eachNodeWritesAnEqualPartOfTheBlocks(int nodes, int bytes, String parts) throws Exception {
    byte[] content = new byte[bytes];
    IntStream.range(0, bytes).forEach(i -> content[i] = (byte) i);
    try (SpreadOutput out = over(nodes, bytes)) {
      for (int at = 0; at < bytes; at += 7) {
        out.write(content, at, Math.min(7, bytes - at));
      }
    }
    assertThat(written.values().stream().map(ByteArrayOutputStream::size).map(Object::toString))
        .containsExactly(parts.split(";"));
    assertThat(created).containsExactly("w1");
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (ByteArrayOutputStream part : written.values()) {
      part.writeTo(all);
    }
    assertThat(all.toByteArray()).isEqualTo(content);
  }

  @Test
  void moreThanWasSaidIsWrittenAllTheSame() throws Exception {
    try (SpreadOutput out = over(2, 20)) {
      out.write(new byte[35]);
    }
    assertThat(written.get("w1").size()).isEqualTo(10);
    assertThat(written.get("w2").size()).isEqualTo(25);
  }

  @Test
  void failedWriterFailsTheFile() throws Exception {
    status = 1;
    SpreadOutput out = over(2, 20);
    out.write(new byte[10]);
    assertThatThrownBy(() -> out.write(1)).isInstanceOf(IOException.class);
    assertThatThrownBy(out::close).isInstanceOf(IOException.class);
    assertThat(written).containsOnlyKeys("w1");
  }

  private record Program(OutputStream input, int status) implements PipedProgram {
    @Override
    public InputStream output() {
      return InputStream.nullInputStream();
    }

    @Override
    public long pid() {
      return 0;
    }

    @Override
    public boolean isAlive() {
      return false;
    }

    @Override
    public void signal(String name) {}

    @Override
    public void closeInput() {}

    @Override
    public OptionalInt waitFor(Duration time) {
      return OptionalInt.of(status);
    }

    @Override
    public void stop(Duration grace) {}
  }
}
