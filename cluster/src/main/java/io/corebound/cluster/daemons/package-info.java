/**
 * Hadoop's own daemons, each its own JVM: their configuration, their start, their CPU time, and a
 * cluster of them on loopback.
 */
package io.corebound.cluster.daemons;
