package io.corebound.cluster.control;

import io.corebound.cluster.job.ApplicationState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** A cluster's ResourceManager, asked from this process. */
final class Yarn implements AutoCloseable {
  private static final EnumSet<YarnApplicationState> ENDED =
      EnumSet.of(
          YarnApplicationState.FINISHED, YarnApplicationState.FAILED, YarnApplicationState.KILLED);

  private final YarnClient client = YarnClient.createYarnClient();

  Yarn(Configuration configuration) {
    client.init(configuration);
    client.start();
  }

  /** How many NodeManagers are registered and alive. */
  int nodeManagers() throws IOException {
    try {
      return client.getYarnClusterMetrics().getNumActiveNodeManagers();
    } catch (YarnException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  ApplicationState state(String application) throws IOException {
    try {
      ApplicationReport report = client.getApplicationReport(ApplicationId.fromString(application));
      String diagnostics = report.getDiagnostics();
      return new ApplicationState(
          ENDED.contains(report.getYarnApplicationState()),
          report.getYarnApplicationState().name(),
          report.getFinalApplicationStatus().name(),
          diagnostics == null ? "" : diagnostics,
          String.format("%.2f%%", 100 * report.getProgress()),
          report.getQueue());
    } catch (YarnException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  void kill(String application) throws IOException {
    try {
      client.killApplication(ApplicationId.fromString(application));
    } catch (YarnException e) {
      throw new IOException(e.getMessage(), e);
    }
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
