package io.corebound.terasortrunner.sweep;

import static io.corebound.records.Refusals.assertThatRefused;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.hosts.Checkout;
import io.corebound.records.config.NetworkFile;
import io.corebound.records.config.StorageFile;
import io.corebound.terasortrunner.ExternalRequests;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which sweeps are refused on a cluster that somebody else runs. */
class ExternalSweepTest {
  private static final SweepRequest RIGHT = ExternalRequests.request("/data/1", "eth0");
  private static final SweepRequest PAPER = SweepEstimateTest.paper("quick");

  private static void refused(
      Map<String, StorageFile> storage, Map<String, NetworkFile> network, String why) {
    SweepRequest request = ExternalRequests.request(storage, network, RIGHT.cluster());
    assertThatRefused(() -> ExternalSweep.requireOwnTiers(request)).hasMessageContaining(why);
  }

  @Test
  void directoryAndInterfaceAreTaken() {
    assertThatCode(() -> ExternalSweep.requireOwnTiers(RIGHT)).doesNotThrowAnyException();
  }

  @Test
  void tiersThatWouldHaveToBeMadeAreRefused() {
    refused(Map.of("hdd", PAPER.storage().get("hdd")), RIGHT.network(), "storage hdd has figures");
    refused(
        RIGHT.storage(),
        Map.of("ethernet-1g", PAPER.network().get("ethernet-1g")),
        "network ethernet-1g has figures");
    refused(PAPER.storage(), RIGHT.network(), "one storage file with a 'directory' of its workers");
    refused(
        Map.of("d", Checkout.storageIn("/a/$(b)")),
        RIGHT.network(),
        "storage d: directory is an absolute path of every worker, without quotes");
  }

  @Test
  void oneWorkerAloneHasNoLink() {
    SweepRequest one =
        ExternalRequests.request(
            RIGHT.storage(), RIGHT.network(), ExternalRequests.cluster(List.of("worker1"), null));
    assertThatRefused(() -> ExternalSweep.requireOwnTiers(one))
        .hasMessageContaining("name another host as its 'master'");
    SweepRequest same =
        ExternalRequests.request(
            RIGHT.storage(),
            RIGHT.network(),
            ExternalRequests.cluster(List.of("worker1"), "worker1"));
    assertThatThrownBy(() -> ExternalSweep.requireOwnTiers(same))
        .hasMessageContaining("name another host as its 'master'");
  }
}
