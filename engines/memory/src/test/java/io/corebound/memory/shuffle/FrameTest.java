package io.corebound.memory.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.corebound.memory.transport.Link;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FrameTest {
  private final Random random = new Random(3);

  /** Takes and gives as many bytes as it likes. */
  private static final class Pipe implements Link {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Random random = new Random(5);
    private byte[] given = {};
    private int at;
    private boolean closed;

    @Override
    public int read(byte[] into, int from, int length) {
      if (at == given.length) {
        return closed ? -1 : 0;
      }
      int now = Math.min(random.nextInt(4), Math.min(length, given.length - at));
      System.arraycopy(given, at, into, from, now);
      at += now;
      return now;
    }

    @Override
    public int write(byte[] from, int start, int length) {
      int now = Math.min(random.nextInt(4), length);
      bytes.write(from, start, now);
      return now;
    }

    @Override
    public void close() {}
  }

  private static byte[] sent(List<Frame> frames) throws IOException {
    Pipe pipe = new Pipe();
    List<Frame> written = new ArrayList<>();
    FrameWriter writer = new FrameWriter(written::add);
    frames.forEach(writer::add);
    while (writer.pending() > 0) {
      writer.write(pipe);
    }
    assertThat(written).isEqualTo(frames);
    return pipe.bytes.toByteArray();
  }

  private static List<Frame> received(byte[] bytes) throws IOException {
    Pipe pipe = new Pipe();
    pipe.given = bytes;
    pipe.closed = true;
    FrameReader reader =
        new FrameReader((kind, length) -> length > 1 << 20 ? null : new byte[length]);
    List<Frame> frames = new ArrayList<>();
    while (!reader.ended()) {
      Frame frame = reader.next(pipe);
      if (frame != null) {
        frames.add(frame);
      }
    }
    return frames;
  }

  private Frame block(int partition, int length) {
    byte[] bytes = new byte[length + 5];
    random.nextBytes(bytes);
    return new Frame(Frame.Kind.BLOCK, partition, 9, bytes, length);
  }

  @Test
  void arrivesInAnyPieces() throws Exception {
    List<Frame> frames =
        List.of(
            block(3, 1000),
            Frame.of(Frame.Kind.REQUEST, 7, 4),
            block(0, 0),
            Frame.of(Frame.Kind.END, 2, 0),
            block(1, 1));
    List<Frame> found = received(sent(frames));
    assertThat(found).hasSameSizeAs(frames);
    for (int i = 0; i < frames.size(); i++) {
      Frame one = frames.get(i);
      Frame other = found.get(i);
      assertThat(other.kind()).isEqualTo(one.kind());
      assertThat(other.partition()).isEqualTo(one.partition());
      assertThat(other.number()).isEqualTo(one.number());
      assertThat(Arrays.copyOf(other.bytes(), other.length()))
          .isEqualTo(Arrays.copyOf(one.bytes(), one.length()));
    }
  }

  @Test
  void noBitMayFlip() throws Exception {
    byte[] good = sent(List.of(block(3, 40)));
    for (int at = 0; at < good.length; at++) {
      byte[] bad = good.clone();
      bad[at] ^= (byte) (1 << random.nextInt(8));
      boolean lengthIsWrong = at >= 16 && at < 20;
      if (lengthIsWrong) {
        // a shorter length leaves bytes that are no frame; for a longer one the rest never comes
        try {
          assertThat(received(bad)).isEmpty();
        } catch (FrameReader.GarbageException e) {
          continue;
        }
      } else {
        assertThatExceptionOfType(FrameReader.GarbageException.class)
            .as("byte %s", at)
            .isThrownBy(() -> received(bad));
      }
    }
  }

  @Test
  void aHugeLengthIsNotBelieved() throws Exception {
    byte[] bytes = sent(List.of(block(0, 8)));
    Arrays.fill(bytes, 16, 20, (byte) 0x7f);
    assertThatExceptionOfType(FrameReader.GarbageException.class)
        .isThrownBy(() -> received(bytes))
        .withMessageContaining("length");
  }
}
