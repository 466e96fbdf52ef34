package io.corebound.cli;

/** Something that is closed at the end, if it came to be. */
final class Held<T extends AutoCloseable> implements AutoCloseable {
  private T value;

  void hold(T held) {
    value = held;
  }

  T get() {
    return value;
  }

  @Override
  public void close() {
    if (value != null) {
      try {
        value.close();
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
