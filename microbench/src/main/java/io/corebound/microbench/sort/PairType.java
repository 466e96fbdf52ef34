package io.corebound.microbench.sort;

import io.corebound.microbench.OneLineException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/** Types and sizes of the keys and values that a map task emits. */
final class PairType {
  private static final Pattern TEXT_KEY = Pattern.compile("text-([1-9][0-9]{0,2})");
  private static final Pattern TEXT_VALUE = Pattern.compile("[1-9][0-9]{0,5}");
  private static final String INT = "int-4";
  private static final String WORDS = "text-words";

  private static final int LEAST_KEY_BYTES = 4;

  /** Of a key: the length of a longer one takes more than one byte. */
  static final int MOST_TEXT_BYTES = 127;

  private static final int MOST_VALUE_BYTES = 100_000;

  final String key;
  final String value;

  /** Bytes of a key without framing; 0 for words, as their lengths differ. */
  final int keyBytes;

  final int valueBytes;

  PairType(String key, String value) {
    this.key = key;
    this.value = value;
    keyBytes = isWords() ? 0 : key.equals(INT) ? Integer.BYTES : textKey(key);
    valueBytes = isIntValue() ? Integer.BYTES : textValue(value);
  }

  private static int textKey(String key) {
    Matcher matcher = TEXT_KEY.matcher(key);
    int bytes = matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
    if (bytes < LEAST_KEY_BYTES || bytes > MOST_TEXT_BYTES) {
      throw new OneLineException(
          String.format(
              "key: '%s' is none of %s, %s and text-N, N from %s to %s",
              key, INT, WORDS, LEAST_KEY_BYTES, MOST_TEXT_BYTES));
    }
    return bytes;
  }

  private static int textValue(String value) {
    int bytes = TEXT_VALUE.matcher(value).matches() ? Integer.parseInt(value) : 0;
    if (bytes < 1 || bytes > MOST_VALUE_BYTES) {
      throw new OneLineException(
          String.format(
              "value: '%s' is neither %s nor a number of bytes from 1 to %s",
              value, INT, MOST_VALUE_BYTES));
    }
    return bytes;
  }

  boolean isWords() {
    return key.equals(WORDS);
  }

  boolean isIntKey() {
    return key.equals(INT);
  }

  boolean isIntValue() {
    return value.equals(INT);
  }

  Class<? extends Writable> keyClass() {
    return isIntKey() ? IntWritable.class : Text.class;
  }

  Class<? extends Writable> valueClass() {
    return isIntValue() ? IntWritable.class : Text.class;
  }

  /** Bytes of a pair in the sort buffer; for words a little less than their mean. */
  int typicalSerializedBytes() {
    return serializedBytes(isIntKey(), isWords() ? LEAST_KEY_BYTES : keyBytes)
        + serializedBytes(isIntValue(), valueBytes);
  }

  private static int serializedBytes(boolean isInt, int payload) {
    return isInt ? payload : payload + WritableUtils.getVIntSize(payload);
  }

  @Override
  public String toString() {
    return key + "-" + value;
  }
}
