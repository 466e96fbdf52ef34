package io.corebound.analysis.theory.volumes;

import io.corebound.records.config.WorkloadFile.RecordSize;
import io.corebound.records.units.CoreboundException;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The data of one task by name, and how often it is gone over by name.
 *
 * @param amounts data by the names that workload files use
 * @param times counts by the names that workload files use; a part of the data counts as a part
 * @param parts shares in which a phase that reads and writes does so: what it has read of one it
 *     writes while it reads the next
 */
public record Volumes(Map<String, Amount> amounts, Map<String, Double> times, List<Double> parts) {

  private static final String COMPRESSED = "compressed";
  private static final String WIRE = "wire";

  /**
   * Some data.
   *
   * @param records how many they are; 0 where they are as large as the job's
   */
  public record Amount(double bytes, String form, double records) {
    public Amount(double bytes, String form) {
      this(bytes, form, 0);
    }
  }

  /** Bytes of a record in the form that an operation's figures count. */
  public static double recordAs(String byteBase, RecordSize size, double ratio) {
    return recordBytes(byteBase, size) / (isCompressed(byteBase) ? ratio : 1);
  }

  /**
   * An amount of data in the form that an operation's figures count.
   *
   * @param size of a record in each form
   * @param ratio IFile bytes over compressed bytes
   */
  public static double bytesAs(Amount amount, String byteBase, RecordSize size, double ratio) {
    if (isCompressed(amount.form()) && isCompressed(byteBase)) {
      return amount.bytes();
    }
    double records =
        isCompressed(amount.form())
            ? amount.bytes() * ratio / size.ifile().bytes()
            : amount.bytes() / recordBytes(amount.form(), size);
    return isCompressed(byteBase)
        ? records * size.ifile().bytes() / ratio
        : records * recordBytes(byteBase, size);
  }

  private static boolean isCompressed(String form) {
    return form.equals(COMPRESSED) || form.equals(WIRE);
  }

  private static double recordBytes(String form, RecordSize size) {
    return switch (form) {
      case "payload", "file", "text" -> size.payload().bytes();
      case "serialized" -> size.serialized().bytes();
      case "ifile", COMPRESSED, WIRE -> size.ifile().bytes();
      default ->
          throw CoreboundException.invalidInput(
              """
              byte base '%s' of a measurement is not known; known are payload, file, text, \
              serialized, ifile, compressed, wire\
              """
                  .formatted(form));
    };
  }

  /** Some data by a name that the workload file was allowed. */
  public Amount amount(String name) {
    return Objects.requireNonNull(amounts.get(name), name);
  }

  /** How often by a name that the workload file was allowed; once for null. */
  public double times(String name) {
    return name == null ? 1 : Objects.requireNonNull(times.get(name), name);
  }
}
