package io.corebound.microbench.task;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.ClusterMetrics;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;
import org.apache.hadoop.mapreduce.protocol.ClientProtocolProvider;
import org.apache.hadoop.security.authorize.AccessControlList;

/**
 * A framework, as {@code mapreduce.framework.name} calls local and yarn, that keeps what a job's
 * client submits and runs nothing. Hadoop finds it as a service.
 */
public final class SubmissionProvider extends ClientProtocolProvider {
  static final String NAME = "corebound-submission";

  /** The one slot that the cluster is said to have, for jobs that ask. */
  private static final ClusterMetrics ONE_NODE =
      new ClusterMetrics(0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0);

  @Override
  public ClientProtocol create(Configuration configuration) {
    if (!NAME.equals(configuration.get(MRConfig.FRAMEWORK_NAME))) {
      return null;
    }
    String staging = configuration.get(JobSubmission.STAGING);
    InvocationHandler answers =
        (proxy, method, arguments) -> answer(method, arguments, configuration, staging);
    return (ClientProtocol)
        Proxy.newProxyInstance(
            SubmissionProvider.class.getClassLoader(),
            new Class<?>[] {ClientProtocol.class},
            answers);
  }

  @Override
  public ClientProtocol create(InetSocketAddress address, Configuration configuration) {
    return create(configuration);
  }

  @Override
  public void close(ClientProtocol protocol) {
    // there is no connection
  }

  private static Object answer(
      Method method, Object[] arguments, Configuration configuration, String staging)
      throws IOException {
    switch (method.getName()) {
      case "getNewJobID":
        return WholeMapTask.JOB;
      case "getStagingAreaDir":
      case "getSystemDir":
        return staging;
      case "getQueueAdmins":
        return new AccessControlList(" ");
      case "getClusterMetrics":
        return ONE_NODE;
      case "getJobTrackerStatus":
        return Cluster.JobTrackerStatus.RUNNING;
      case "getTaskTrackerExpiryInterval":
        return 0L;
      case "submitJob":
        JobSubmission.keep((JobID) arguments[0], (String) arguments[1], configuration);
        // there is no job whose end its client could wait for
        System.exit(0);
        return null;
      default:
        throw new UnsupportedOperationException(
            method.getName() + " is not expected of a client that submits a job");
    }
  }
}
