package io.corebound.records.config;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.corebound.records.units.DataRate;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * {@code configs/storage/<name>.yaml}: a storage tier, what one device of a node carries; or a
 * folder on a real disk of this machine, as it is.
 *
 * @param description what it is, in words
 * @param source where the figures come from, in words; null for a directory
 * @param read sequential reading of one device; null for a directory
 * @param write sequential writing of one device; null for a directory
 * @param readOperationsPerS read operations that one device takes in a second; null: not limited
 * @param writeOperationsPerS the same for writing
 * @param devicesPerNode devices of a node; null for a directory
 * @param referenceCores cores of the node that had such devices; null for a directory
 * @param directory an existing folder on a real disk, instead of all figures; null for a tier
 * @param price of one device, in the currency of all other files; null where unknown
 * @param striped whether a node's devices are one file system, striped over all of them; null where
 *     each has its own
 */
@RecordBuilder
public record StorageFile(
    String description,
    String source,
    DataRate read,
    DataRate write,
    Integer readOperationsPerS,
    Integer writeOperationsPerS,
    Integer devicesPerNode,
    Integer referenceCores,
    String directory,
    @JsonInclude(JsonInclude.Include.NON_NULL) Double price,
    @JsonInclude(JsonInclude.Include.NON_NULL) Boolean striped)
    implements StorageFileBuilder.With {

  public StorageFile {
    AxisKeys.text("description", description);
    AxisKeys.price(price);
    if (directory == null) {
      AxisKeys.text("source", source);
      AxisKeys.given("read", read, "such as '500 MB/s'; or name a directory instead of figures");
      AxisKeys.given("write", write, "such as '500 MB/s'");
      AxisKeys.atLeastOne("devices_per_node", devicesPerNode);
      AxisKeys.atLeastOne("reference_cores", referenceCores);
      AxisKeys.atLeastOneOrNone("read_operations_per_s", readOperationsPerS);
      AxisKeys.atLeastOneOrNone("write_operations_per_s", writeOperationsPerS);
    } else {
      AxisKeys.text("directory", directory);
      AxisKeys.notBeside("directory", "read", read);
      AxisKeys.notBeside("directory", "write", write);
      AxisKeys.notBeside("directory", "read_operations_per_s", readOperationsPerS);
      AxisKeys.notBeside("directory", "write_operations_per_s", writeOperationsPerS);
      AxisKeys.notBeside("directory", "devices_per_node", devicesPerNode);
      AxisKeys.notBeside("directory", "reference_cores", referenceCores);
      AxisKeys.notBeside("directory", "striped", striped);
    }
  }

  /** Whether a node's devices are one file system. */
  public boolean spansDevices() {
    return Boolean.TRUE.equals(striped);
  }

  /** Whether it is a folder on a real disk, which nothing scales or throttles. */
  public boolean real() {
    return directory != null;
  }

  /**
   * The devices that a node of so many cores gets, so that each core has as much of them as on the
   * node of the figures. A real disk stays what it is.
   */
  public StorageFile scaledTo(int coresPerNode) {
    AxisKeys.atLeastOne("cores", coresPerNode);
    if (real()) {
      return this;
    }
    double factor = (double) coresPerNode / referenceCores;
    return with(
        b ->
            b.read(AxisKeys.scaled(read, factor))
                .write(AxisKeys.scaled(write, factor))
                .readOperationsPerS(AxisKeys.scaled(readOperationsPerS, factor))
                .writeOperationsPerS(AxisKeys.scaled(writeOperationsPerS, factor))
                .referenceCores(coresPerNode));
  }
}
