package io.corebound.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** A cluster's ResourceManager, seen from corebound's own process. */
final class Yarn implements AutoCloseable {
  private static final EnumSet<YarnApplicationState> ENDED =
      EnumSet.of(
          YarnApplicationState.FINISHED, YarnApplicationState.FAILED, YarnApplicationState.KILLED);

  private final YarnClient client = YarnClient.createYarnClient();

  Yarn(Configuration configuration) {
    client.init(configuration);
    client.start();
  }

  /** Whether a NodeManager has registered. */
  boolean ready() throws IOException, YarnException {
    return client.getYarnClusterMetrics().getNumActiveNodeManagers() > 0;
  }

  static boolean ended(ApplicationReport report) {
    return ENDED.contains(report.getYarnApplicationState());
  }

  ApplicationReport report(ApplicationId application) throws IOException, YarnException {
    return client.getApplicationReport(application);
  }

  void kill(ApplicationId application) throws IOException, YarnException {
    client.killApplication(application);
  }

  @Override
  public void close() {
    try {
      client.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
