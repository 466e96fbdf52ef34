package io.corebound.memory.worker;

import io.corebound.memory.shuffle.Network;
import io.corebound.memory.transport.Listener;
import io.corebound.memory.transport.Transport;
import java.net.InetAddress;
import java.time.Duration;

/**
 * What a worker is for all of its runs.
 *
 * @param host the address that it listens on
 * @param node what HDFS calls its node
 * @param budgetBytes what it may keep for a job
 */
record WorkerNode(
    int rank,
    InetAddress host,
    String node,
    int threads,
    long budgetBytes,
    Transport transport,
    Listener listener) {
  Network network(Duration silence) {
    return new Network(transport, listener, silence);
  }
}
