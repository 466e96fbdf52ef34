package io.corebound.records.config;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.corebound.records.units.DataRate;

/**
 * {@code configs/network/<name>.yaml}: a network tier, what a node's link carries in one direction
 * on a node of its reference cores; or a real interface as it is, without figures. A price is null
 * where unknown.
 */
public record NetworkFile(
    String description,
    String source,
    DataRate rate,
    Integer referenceCores,
    @JsonProperty("interface") String interfaceName,
    @JsonInclude(JsonInclude.Include.NON_NULL) Double price) {

  public NetworkFile {
    AxisKeys.text("description", description);
    AxisKeys.price(price);
    if (interfaceName == null) {
      AxisKeys.text("source", source);
      AxisKeys.given("rate", rate, "such as '10 Gbit/s'; or name an interface instead");
      AxisKeys.atLeastOne("reference_cores", referenceCores);
    } else {
      AxisKeys.text("interface", interfaceName);
      AxisKeys.notBeside("interface", "rate", rate);
      AxisKeys.notBeside("interface", "reference_cores", referenceCores);
    }
  }

  /** Whether it is a real interface, which nothing scales or shapes. */
  public boolean real() {
    return interfaceName != null;
  }

  /**
   * The link that a node of so many cores gets, so that each core has as much of it as on the node
   * of the figure. A real interface stays what it is.
   */
  public NetworkFile scaledTo(int coresPerNode) {
    AxisKeys.atLeastOne("cores", coresPerNode);
    return real()
        ? this
        : new NetworkFile(
            description,
            source,
            AxisKeys.scaled(rate, (double) coresPerNode / referenceCores),
            coresPerNode,
            null,
            price);
  }
}
