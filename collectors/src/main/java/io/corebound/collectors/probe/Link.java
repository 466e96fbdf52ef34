package io.corebound.collectors.probe;

import io.corebound.hosts.process.Host;

/** The two ends of a network that a probe measures. */
public record Link(Host server, Host client, String address, String name) {
  private static final String LOOPBACK = "127.0.0.1";

  /** Both ends on one host, over its loopback interface. */
  public static Link loopback(Host host) {
    return new Link(host, host, LOOPBACK, "loopback");
  }

  /** Whether both ends are one host, so that the client can bind the address as well. */
  boolean isLoopback() {
    return address.equals(LOOPBACK);
  }
}
