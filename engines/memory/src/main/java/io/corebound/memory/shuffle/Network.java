package io.corebound.memory.shuffle;

import io.corebound.memory.transport.Listener;
import io.corebound.memory.transport.Transport;
import java.time.Duration;

/**
 * How a worker reaches its peers.
 *
 * @param listener where they reach it
 * @param silence after which a peer that says nothing is held for dead
 */
public record Network(Transport transport, Listener listener, Duration silence) {}
