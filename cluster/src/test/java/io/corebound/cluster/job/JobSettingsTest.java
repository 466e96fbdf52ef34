package io.corebound.cluster.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.records.config.ClusterFile;
import org.junit.jupiter.api.Test;

class JobSettingsTest {
  /** A codec without its class would silently leave map output as it is. */
  @Test
  void everyCodecButNoneHasHadoopsClass() {
    assertThat(ClusterFile.CODECS)
        .filteredOn(codec -> !codec.equals("none"))
        .containsExactlyInAnyOrderElementsOf(JobSettings.CODECS.keySet());
  }
}
