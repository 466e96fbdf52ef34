package io.corebound.memory.block;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Tables and blocks: what goes in comes out, in a plain map as here. */
class BlocksTest {
  private static final int PARTITIONS = 3;

  private final MemoryBudget budget = new MemoryBudget(1L << 28);
  private final BlockPool pool = new BlockPool(budget, 1 << 12);
  private final BlockQueues queues = new BlockQueues(PARTITIONS);
  private final BlockWriter out = new BlockWriter(queues, pool);
  private final Random random = new Random(42);

  private byte[] key(int number) {
    return "key %s %s".formatted(number, "x".repeat(number % 37)).getBytes(UTF_8);
  }

  private List<Block> blocks() {
    out.flush();
    List<Block> all = new ArrayList<>();
    for (int partition = 0; partition < PARTITIONS; partition++) {
      for (Block block = queues.pop(partition); block != null; block = queues.pop(partition)) {
        all.add(block);
      }
    }
    return all;
  }

  @Test
  void sumsOfAThousandKeysComeOutOnceEach() throws Exception {
    SumTable table = new SumTable(budget);
    Map<String, Long> expected = new HashMap<>();
    for (int i = 0; i < 50_000; i++) {
      byte[] key = key(random.nextInt(1000));
      table.add(key, 0, key.length, KeyHash.of(key, 0, key.length), i);
      expected.merge(new String(key, UTF_8), (long) i, Long::sum);
    }
    table.drainTo(out);
    SumTable reduced = new SumTable(budget);
    blocks().forEach(reduced::add);
    Map<String, Long> found = new HashMap<>();
    reduced.forEach(
        (bytes, from, length, sum) ->
            assertThat(found.put(new String(bytes, from, length, UTF_8), sum)).isNull());
    assertThat(found).isEqualTo(expected);
    assertThat(table.size()).isZero();
  }

  @Test
  void onesAreAddedInBatches() throws Exception {
    SumTable table = new SumTable(budget);
    byte[] text = "to be or not to be ".repeat(40).getBytes(UTF_8);
    int start = 0;
    for (int at = 0; at < text.length; at++) {
      if (text[at] == ' ') {
        table.addOne(text, start, at - start, KeyHash.of(text, start, at - start));
        start = at + 1;
      }
    }
    table.addWaiting(text);
    Map<String, Long> found = new TreeMap<>();
    table.forEach(
        (bytes, from, length, sum) -> found.put(new String(bytes, from, length, UTF_8), sum));
    assertThat(found).hasToString("{be=80, not=40, or=40, to=80}");
  }

  @Test
  void keysWithTheSameHashStayApart() throws Exception {
    SumTable sums = new SumTable(budget);
    ValueTable values = new ValueTable(budget, 1 << 10, entry -> {});
    for (String key : List.of("a", "b", "longer than eight", "a", "b", "a")) {
      byte[] bytes = key.getBytes(UTF_8);
      sums.add(bytes, 0, bytes.length, 7, 1);
      int entry = values.find(bytes, 0, bytes.length, 7);
      if (entry == ValueTable.NONE) {
        entry = values.insert(bytes, 0, bytes.length, 7, 0);
      }
      values.append(entry, bytes, 0, 1);
    }
    Map<String, Long> found = new TreeMap<>();
    sums.forEach(
        (bytes, from, length, sum) -> found.put(new String(bytes, from, length, UTF_8), sum));
    assertThat(found).hasToString("{a=3, b=2, longer than eight=1}");
    List<Integer> counts = new ArrayList<>();
    for (int entry = values.first(); entry != ValueTable.NONE; entry = values.next(entry)) {
      counts.add(values.count(entry));
    }
    assertThat(counts).containsExactly(3, 2, 1);
  }

  @Test
  void valuesOfAKeyAreTogetherAfterTheShuffle() {
    Map<String, List<String>> expected = new TreeMap<>();
    ValueTable[] self = new ValueTable[1];
    ValueTable table =
        new ValueTable(
            budget,
            64,
            entry -> {
              self[0].write(entry, out);
              self[0].rewind(entry);
            });
    self[0] = table;
    for (int i = 0; i < 20_000; i++) {
      byte[] key = key(random.nextInt(200));
      byte[] value = "v".repeat(random.nextInt(300)).concat("" + i).getBytes(UTF_8);
      long hash = KeyHash.of(key, 0, key.length);
      int entry = table.find(key, 0, key.length, hash);
      if (entry == ValueTable.NONE) {
        entry = table.insert(key, 0, key.length, hash, KeyHash.partition(hash, PARTITIONS));
      }
      table.append(entry, value, 0, value.length);
      expected
          .computeIfAbsent(new String(key, UTF_8), k -> new ArrayList<>())
          .add(new String(value, UTF_8));
    }
    for (int entry = table.first(); entry != ValueTable.NONE; entry = table.next(entry)) {
      if (table.count(entry) > 0) {
        table.write(entry, out);
      }
    }
    RunIndex index = new RunIndex(budget);
    blocks().forEach(index::add);
    assertThat(read(index.groups())).isEqualTo(expected);
  }

  private static Map<String, List<String>> read(RunGroups groups) {
    Map<String, List<String>> found = new TreeMap<>();
    while (groups.nextKey()) {
      List<String> values = new ArrayList<>();
      String key = new String(groups.keyBytes(), groups.keyFrom(), groups.keyLength(), UTF_8);
      while (groups.nextValue()) {
        values.add(
            new String(groups.valueBytes(), groups.valueFrom(), groups.valueLength(), UTF_8));
      }
      assertThat(groups.nextValue()).isFalse();
      assertThat(found.put(key, values)).isNull();
    }
    return found;
  }

  @Test
  void keysThatBelongTogetherAreOneGroup() {
    byte[] value = {1, 'v'};
    for (String key : List.of("a1", "b1", "a2", "b1")) {
      out.run(0, key.getBytes(UTF_8), 0, 2, value, 0, 2, 1);
    }
    RunIndex index = new RunIndex(budget);
    blocks().forEach(index::add);
    // a1, a2 and b1 are keys 0, 2 and 1
    RunGroups groups = index.groups(new int[] {0, 2, 1}, (one, other) -> one != 1 && other != 1);
    List<String> seen = new ArrayList<>();
    while (groups.nextKey()) {
      seen.add("group");
      while (groups.nextValue()) {
        seen.add(new String(groups.keyBytes(), groups.keyFrom(), groups.keyLength(), UTF_8));
      }
    }
    assertThat(seen).containsExactly("group", "a1", "a2", "group", "b1", "b1");
  }

  @Test
  void groupsThatAreNotReadArePassedOver() {
    byte[] value = {1, 'v'};
    for (String key : List.of("a1", "a2", "b1")) {
      out.run(0, key.getBytes(UTF_8), 0, 2, value, 0, 2, 1);
    }
    RunIndex index = new RunIndex(budget);
    blocks().forEach(index::add);
    RunGroups groups = index.groups(new int[] {0, 1, 2}, (one, other) -> one != 2 && other != 2);
    int keys = 0;
    while (groups.nextKey()) {
      keys++;
    }
    assertThat(keys).isEqualTo(2);
  }

  @Test
  void recordsAreSortedByAllBytesOfTheirKeys() throws Exception {
    int records = 30_000;
    byte[][] all = new byte[records][12];
    for (byte[] record : all) {
      random.nextBytes(record);
      // long common starts, and both halves of the first bit
      Arrays.fill(record, 0, random.nextInt(10), (byte) (random.nextBoolean() ? 0xff : 0));
      out.record(0, record, 0, record.length);
    }
    RecordSort sorted = new RecordSort(blocks(), 12, 10, budget);
    List<byte[]> found = new ArrayList<>();
    sorted.forEach(
        (bytes, from, length) -> found.add(Arrays.copyOfRange(bytes, from, from + length)));
    assertThat(found).hasSize(records);
    for (int i = 1; i < records; i++) {
      assertThat(Arrays.compareUnsigned(found.get(i - 1), 0, 10, found.get(i), 0, 10))
          .isNotPositive();
    }
    Arrays.sort(all, Arrays::compareUnsigned);
    found.sort(Arrays::compareUnsigned);
    assertThat(found.toArray(byte[][]::new)).isDeepEqualTo(all);
  }

  @Test
  void memoryThatIsGivenBackIsThereAgain() {
    long before = budget.peak();
    SumTable table = new SumTable(budget);
    byte[] key = key(1);
    table.add(key, 0, key.length, 1, 1);
    table.drainTo(out);
    table.release();
    blocks().forEach(block -> pool.give(block.bytes()));
    assertThat(budget.peak()).isGreaterThan(before);
    // but for the block that is kept for the next
    budget.reserve(budget.limit() - pool.blockBytes());
  }

  @Test
  void tooMuchIsRefusedWithItsFigures() {
    MemoryBudget small = new MemoryBudget(1000);
    small.reserve(600);
    assertThatExceptionOfType(NoRoomException.class)
        .isThrownBy(() -> small.reserve(500))
        .withMessageContaining("500")
        .withMessageContaining("600");
    small.reserve(400);
  }

  @Test
  void damagedBlocksAreRefused() {
    SumTable table = new SumTable(budget);
    byte[] tooLong = {100, 'a', 'b'};
    assertThatIllegalStateException()
        .isThrownBy(() -> table.add(new Block(tooLong, 3, 1)))
        .withMessageContaining("damaged");
    byte[] endless = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
    assertThatIllegalStateException()
        .isThrownBy(() -> new RunIndex(budget).add(new Block(endless, endless.length, 1)));
  }

  @Test
  void anEndNoticeIsDueWhenMapsHaveEndedAndTheQueueIsEmpty() {
    BlockQueues some = new BlockQueues(2);
    some.push(1, new Block(new byte[4], 4, 1));
    assertThat(some.ended(0)).isFalse();
    some.finish();
    assertThat(some.ended(0)).isTrue();
    assertThat(some.ended(1)).isFalse();
    assertThat(some.largest()).isEqualTo(1);
    some.pop(1);
    assertThat(some.ended(1)).isTrue();
  }
}
