package io.corebound.memory.block;

/**
 * Serialized key-values of one partition.
 *
 * @param bytes may be longer than {@code length}
 * @param length bytes that count
 * @param records pairs in them
 */
public record Block(byte[] bytes, int length, int records) {
  public Block {
    if (length < 0 || length > bytes.length || records < 0) {
      throw new IllegalArgumentException(
          "block of %s bytes in %s, %s records".formatted(length, bytes.length, records));
    }
  }
}
