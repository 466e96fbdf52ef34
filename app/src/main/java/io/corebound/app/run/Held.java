package io.corebound.app.run;

/** Something that is closed at the end, if it came to be. */
public final class Held<T extends AutoCloseable> implements AutoCloseable {
  private T value;

  public void hold(T held) {
    value = held;
  }

  public T get() {
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
