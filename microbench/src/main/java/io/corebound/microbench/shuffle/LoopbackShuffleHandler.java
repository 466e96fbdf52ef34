package io.corebound.microbench.shuffle;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.ShuffleChannelHandlerContext;
import org.apache.hadoop.mapred.ShuffleChannelInitializer;
import org.apache.hadoop.mapred.ShuffleHandler;
import org.apache.hadoop.mapreduce.security.token.JobTokenSecretManager;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.server.api.ApplicationInitializationContext;
import org.apache.hadoop.yarn.server.api.ApplicationTerminationContext;

/**
 * Hadoop's {@link ShuffleHandler}, listening on 127.0.0.1. Hadoop 3.5.0 binds to all addresses and
 * has no setting for it, so the one method that opens the socket is replaced, and with it the
 * registration of jobs, whose tables are private to Hadoop's class. Every request is served by
 * Hadoop's own pipeline. Left out: state that survives a restart, and TLS.
 */
public final class LoopbackShuffleHandler extends ShuffleHandler {
  private static final long STOP_SECONDS = 5;

  private final Map<String, String> users = new ConcurrentHashMap<>();
  private final JobTokenSecretManager secrets = new JobTokenSecretManager();
  private EventLoopGroup acceptor;
  private EventLoopGroup workers;
  private int port;

  @Override
  protected void serviceStart() throws Exception {
    Configuration configuration = getConfig();
    ShuffleChannelHandlerContext hadoops = createHandlerContext();
    ShuffleChannelHandlerContext context =
        new ShuffleChannelHandlerContext(
            configuration,
            users,
            secrets,
            hadoops.pathCache,
            hadoops.indexCache,
            hadoops.metrics,
            hadoops.allChannels);
    int threads = configuration.getInt(MAX_SHUFFLE_THREADS, DEFAULT_MAX_SHUFFLE_THREADS);
    acceptor = new NioEventLoopGroup(1);
    workers =
        new NioEventLoopGroup(
            threads == 0 ? 2 * Runtime.getRuntime().availableProcessors() : threads);
    Channel channel =
        new ServerBootstrap()
            .group(acceptor, workers)
            .channel(NioServerSocketChannel.class)
            .option(
                ChannelOption.SO_BACKLOG,
                configuration.getInt(SHUFFLE_LISTEN_QUEUE_SIZE, DEFAULT_SHUFFLE_LISTEN_QUEUE_SIZE))
            .childOption(ChannelOption.SO_KEEPALIVE, true)
            .childHandler(new ShuffleChannelInitializer(context, null))
            .bind(
                new InetSocketAddress(
                    InetAddress.getByAddress(new byte[] {127, 0, 0, 1}),
                    configuration.getInt(SHUFFLE_PORT_CONFIG_KEY, DEFAULT_SHUFFLE_PORT)))
            .sync()
            .channel();
    allChannels.add(channel);
    port = ((InetSocketAddress) channel.localAddress()).getPort();
    context.port = port;
  }

  @Override
  protected void serviceStop() throws Exception {
    super.serviceStop();
    acceptor.shutdownGracefully().awaitUninterruptibly(STOP_SECONDS, TimeUnit.SECONDS);
    workers.shutdownGracefully().awaitUninterruptibly(STOP_SECONDS, TimeUnit.SECONDS);
  }

  @Override
  public void initializeApplication(ApplicationInitializationContext application) {
    String job = job(application.getApplicationId());
    users.put(job, application.getUser());
    try {
      secrets.addTokenForJob(
          job, deserializeServiceData(application.getApplicationDataForService()));
    } catch (IOException e) {
      throw new IllegalArgumentException("the job token of " + job + " cannot be read", e);
    }
  }

  @Override
  public void stopApplication(ApplicationTerminationContext application) {
    String job = job(application.getApplicationId());
    users.remove(job);
    secrets.removeTokenForJob(job);
  }

  private static String job(ApplicationId application) {
    return new JobID(Long.toString(application.getClusterTimestamp()), application.getId())
        .toString();
  }

  /** The port, as Hadoop hands it to the application's master. */
  @Override
  public synchronized ByteBuffer getMetaData() {
    try {
      return serializeMetaData(port);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
