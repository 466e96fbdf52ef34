package io.corebound.collector;

import org.apache.hadoop.io.Writable;

/** A record that a map function emits. */
record Pair(Writable key, Writable value, int partition) {}
