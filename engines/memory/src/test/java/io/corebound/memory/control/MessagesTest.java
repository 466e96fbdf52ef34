package io.corebound.memory.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.corebound.memory.control.Message.MapCounts;
import io.corebound.memory.control.Message.ReduceCounts;
import io.corebound.memory.shuffle.Peer;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MessagesTest {
  static Stream<Message> messages() {
    Peer peer = new Peer(3, "127.0.0.1", 4711, 99);
    return Stream.of(
        new Message.Alive(),
        new Message.Hello(peer, "worker3", "tcp", 2, 1L << 40, "secret"),
        new Message.Start(
            new TreeMap<>(Map.of("workload", "word-count", "set a", "b")),
            List.of(new byte[] {1}, new byte[0]),
            List.of(peer, peer),
            new byte[16]),
        new Message.WantSplit(),
        new Message.Split(5, "FileSplit", new byte[] {1, 2, 3}),
        new Message.NoMoreSplits(),
        new Message.Mapped(new MapCounts(1, -1, 3, 4, 5)),
        new Message.Step(2),
        new Message.Shuffled(2, 77),
        new Message.Reduce(),
        new Message.Reduced(new ReduceCounts(1, 2, 3.5, 4.5, 5, 6)),
        new Message.Failed(1, -1, "out of luck"),
        new Message.Finish(3));
  }

  private static Message read(byte[] bytes) throws IOException {
    return Messages.read(new DataInputStream(new ByteArrayInputStream(bytes)));
  }

  @ParameterizedTest
  @MethodSource("messages")
  void arrives(Message message) throws Exception {
    Message read = read(Messages.bytes(message));
    assertThat(read).hasSameClassAs(message);
    assertThat(Messages.bytes(read)).isEqualTo(Messages.bytes(message));
  }

  @ParameterizedTest
  @MethodSource("messages")
  void noByteMayChange(Message message) {
    byte[] bytes = Messages.bytes(message);
    for (int at = 0; at < bytes.length; at++) {
      byte[] bad = bytes.clone();
      bad[at] ^= 0x11;
      assertThatExceptionOfType(IOException.class).isThrownBy(() -> read(bad));
    }
  }

  @Test
  void countsAddUpAndUnknownStaysUnknown() {
    MapCounts known = new MapCounts(1, 2, 3, 4, 5);
    assertThat(known.plus(known)).isEqualTo(new MapCounts(2, 4, 6, 8, 10));
    assertThat(known.plus(new MapCounts(0, -1, 0, 0, 0)).inputRecords()).isEqualTo(-1);
  }
}
