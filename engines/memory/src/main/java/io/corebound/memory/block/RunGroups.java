package io.corebound.memory.block;

/** The keys of a {@link RunIndex} in an order, each with the values of its runs. */
public final class RunGroups implements Groups {
  /** Whether two keys belong together although their bytes differ. */
  public interface SameGroup {
    boolean same(int key, int otherKey);
  }

  private static final int NONE = -1;

  private final RunIndex index;
  private final int[] order;
  private final SameGroup sameGroup;
  private final BlockReader key = new BlockReader();
  private final BlockReader values = new BlockReader();
  private int at = NONE;
  private int keyLength;
  private int run;
  private int left;
  private int valueFrom;
  private int valueLength;
  private boolean moved;

  RunGroups(RunIndex index, int[] order, SameGroup sameGroup) {
    this.index = index;
    this.order = order;
    this.sameGroup = sameGroup;
  }

  @Override
  public boolean nextKey() {
    do {
      if (at + 1 >= order.length) {
        return false;
      }
      at++;
    } while (at > 0 && inGroup(at - 1, at));
    toKey();
    return true;
  }

  private boolean inGroup(int before, int now) {
    return sameGroup != null && sameGroup.same(order[before], order[now]);
  }

  private void toKey() {
    keyLength = index.key(order[at], key);
    run = index.firstRun(order[at]);
    toRun();
  }

  private void toRun() {
    values.start(index.block(run), index.place(run));
    int length = values.length();
    left = values.length();
    values.length();
    values.pass(length);
  }

  @Override
  public boolean nextValue() {
    moved = false;
    while (left == 0) {
      if (run != NONE) {
        run = index.nextRun(run);
      }
      if (run != NONE) {
        toRun();
      } else if (at + 1 < order.length && inGroup(at, at + 1)) {
        at++;
        toKey();
        moved = true;
      } else {
        return false;
      }
    }
    left--;
    valueLength = values.length();
    valueFrom = values.pass(valueLength);
    return true;
  }

  @Override
  public boolean keyMoved() {
    return moved;
  }

  @Override
  public byte[] keyBytes() {
    return key.bytes();
  }

  @Override
  public int keyFrom() {
    return key.at();
  }

  @Override
  public int keyLength() {
    return keyLength;
  }

  @Override
  public byte[] valueBytes() {
    return values.bytes();
  }

  @Override
  public int valueFrom() {
    return valueFrom;
  }

  @Override
  public int valueLength() {
    return valueLength;
  }
}
