package io.corebound.memory.control;

import io.corebound.memory.control.Message.Alive;
import io.corebound.memory.control.Message.Failed;
import io.corebound.memory.control.Message.Finish;
import io.corebound.memory.control.Message.Hello;
import io.corebound.memory.control.Message.MapCounts;
import io.corebound.memory.control.Message.Mapped;
import io.corebound.memory.control.Message.NoMoreSplits;
import io.corebound.memory.control.Message.Reduce;
import io.corebound.memory.control.Message.ReduceCounts;
import io.corebound.memory.control.Message.Reduced;
import io.corebound.memory.control.Message.Shuffled;
import io.corebound.memory.control.Message.Split;
import io.corebound.memory.control.Message.Start;
import io.corebound.memory.control.Message.Step;
import io.corebound.memory.control.Message.WantSplit;
import io.corebound.memory.shuffle.Peer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/**
 * Messages on a stream: magic (4 bytes), length (4), CRC32C (4), then a byte for the kind and the
 * fields in order.
 */
final class Messages {
  /** No message is longer. */
  static final int MOST_BYTES = 1 << 24;

  private static final int MAGIC = 0x63726263;
  private static final int MOST_ITEMS = 1 << 16;
  private static final List<Class<? extends Message>> KINDS =
      List.of(
          Alive.class,
          Hello.class,
          Start.class,
          WantSplit.class,
          Split.class,
          NoMoreSplits.class,
          Mapped.class,
          Step.class,
          Shuffled.class,
          Reduce.class,
          Reduced.class,
          Failed.class,
          Finish.class);

  private Messages() {}

  static byte[] bytes(Message message) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try (DataOutputStream fields = new DataOutputStream(body);
        DataOutputStream out = new DataOutputStream(all)) {
      fields.writeByte(KINDS.indexOf(message.getClass()));
      write(message, fields);
      byte[] bytes = body.toByteArray();
      out.writeInt(MAGIC);
      out.writeInt(bytes.length);
      out.writeInt(checksum(bytes));
      out.write(bytes);
    } catch (IOException e) {
      throw new IllegalStateException("an array takes everything", e);
    }
    return all.toByteArray();
  }

  /**
   * The next message of a stream.
   *
   * @throws IOException for what is none
   */
  static Message read(DataInputStream in) throws IOException {
    int magic = in.readInt();
    int length = in.readInt();
    int checksum = in.readInt();
    if (magic != MAGIC || length < 1 || length > MOST_BYTES) {
      throw new IOException(
          String.format(Locale.ROOT, "no message: magic %08x, length %s", magic, length));
    }
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    if (checksum(bytes) != checksum) {
      throw new IOException("a message with a wrong checksum");
    }
    DataInputStream fields = new DataInputStream(new ByteArrayInputStream(bytes));
    int kind = fields.readUnsignedByte();
    if (kind >= KINDS.size()) {
      throw new IOException("no message has the kind " + kind);
    }
    return read(KINDS.get(kind), fields);
  }

  private static int checksum(byte[] bytes) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes);
    return (int) checksum.getValue();
  }

  private static void write(Message message, DataOutputStream out) throws IOException {
    if (message instanceof Hello m) {
      writePeer(m.peer(), out);
      out.writeUTF(m.node());
      out.writeUTF(m.transport());
      out.writeInt(m.threads());
      out.writeLong(m.budgetBytes());
      out.writeUTF(m.secret());
    } else if (message instanceof Start m) {
      writeStart(m, out);
    } else if (message instanceof Split m) {
      out.writeInt(m.number());
      out.writeUTF(m.type());
      writeBytes(m.split(), out);
    } else if (message instanceof Mapped m) {
      out.writeLong(m.counts().inputBytes());
      out.writeLong(m.counts().inputRecords());
      out.writeLong(m.counts().outputRecords());
      out.writeLong(m.counts().blockRecords());
      out.writeLong(m.counts().blockBytes());
    } else if (message instanceof Step m) {
      out.writeInt(m.step());
    } else if (message instanceof Shuffled m) {
      out.writeInt(m.step());
      out.writeLong(m.bytes());
    } else if (message instanceof Reduced m) {
      out.writeLong(m.counts().outputRecords());
      out.writeLong(m.counts().outputBytes());
      out.writeDouble(m.counts().cpuS());
      out.writeDouble(m.counts().gcS());
      out.writeLong(m.counts().peakBytes());
      out.writeLong(m.counts().largestPartition());
    } else if (message instanceof Failed m) {
      out.writeInt(m.status());
      out.writeInt(m.blamed());
      out.writeUTF(m.reason());
    } else if (message instanceof Finish m) {
      out.writeInt(m.status());
    }
  }

  private static Message read(Class<? extends Message> kind, DataInputStream in)
      throws IOException {
    if (kind == Alive.class) {
      return new Alive();
    } else if (kind == Hello.class) {
      return new Hello(
          readPeer(in), in.readUTF(), in.readUTF(), in.readInt(), in.readLong(), in.readUTF());
    } else if (kind == Start.class) {
      return readStart(in);
    } else if (kind == WantSplit.class) {
      return new WantSplit();
    } else if (kind == Split.class) {
      return new Split(in.readInt(), in.readUTF(), readBytes(in));
    } else if (kind == NoMoreSplits.class) {
      return new NoMoreSplits();
    } else if (kind == Mapped.class) {
      return new Mapped(
          new MapCounts(in.readLong(), in.readLong(), in.readLong(), in.readLong(), in.readLong()));
    } else if (kind == Step.class) {
      return new Step(in.readInt());
    } else if (kind == Shuffled.class) {
      return new Shuffled(in.readInt(), in.readLong());
    } else if (kind == Reduce.class) {
      return new Reduce();
    } else if (kind == Reduced.class) {
      return new Reduced(
          new ReduceCounts(
              in.readLong(),
              in.readLong(),
              in.readDouble(),
              in.readDouble(),
              in.readLong(),
              in.readLong()));
    } else if (kind == Failed.class) {
      return new Failed(in.readInt(), in.readInt(), in.readUTF());
    }
    return new Finish(in.readInt());
  }

  private static void writeStart(Start start, DataOutputStream out) throws IOException {
    out.writeInt(start.job().size());
    for (Map.Entry<String, String> setting : start.job().entrySet()) {
      out.writeUTF(setting.getKey());
      // longer than writeUTF takes, as a schema or a plan in a setting
      writeBytes(setting.getValue().getBytes(StandardCharsets.UTF_8), out);
    }
    out.writeInt(start.boundaries().size());
    for (byte[] boundary : start.boundaries()) {
      writeBytes(boundary, out);
    }
    out.writeInt(start.peers().size());
    for (Peer peer : start.peers()) {
      writePeer(peer, out);
    }
    writeBytes(start.secret(), out);
  }

  private static Start readStart(DataInputStream in) throws IOException {
    Map<String, String> job = new TreeMap<>();
    for (int left = items(in); left > 0; left--) {
      job.put(in.readUTF(), new String(readBytes(in), StandardCharsets.UTF_8));
    }
    List<byte[]> boundaries = new ArrayList<>();
    for (int left = items(in); left > 0; left--) {
      boundaries.add(readBytes(in));
    }
    List<Peer> peers = new ArrayList<>();
    for (int left = items(in); left > 0; left--) {
      peers.add(readPeer(in));
    }
    return new Start(job, boundaries, peers, readBytes(in));
  }

  private static int items(DataInputStream in) throws IOException {
    int items = in.readInt();
    if (items < 0 || items > MOST_ITEMS) {
      throw new IOException("a message with %s items".formatted(items));
    }
    return items;
  }

  private static void writePeer(Peer peer, DataOutputStream out) throws IOException {
    out.writeInt(peer.rank());
    out.writeUTF(peer.host());
    out.writeInt(peer.port());
    out.writeLong(peer.pid());
  }

  private static Peer readPeer(DataInputStream in) throws IOException {
    return new Peer(in.readInt(), in.readUTF(), in.readInt(), in.readLong());
  }

  private static void writeBytes(byte[] bytes, DataOutputStream out) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static byte[] readBytes(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > in.available()) {
      throw new IOException("a message with %s bytes that are not there".formatted(length));
    }
    return in.readNBytes(length);
  }
}
