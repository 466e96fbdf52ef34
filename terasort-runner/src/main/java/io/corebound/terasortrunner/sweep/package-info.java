/** Cells over storage and network: their order, clusters, time and space. */
package io.corebound.terasortrunner.sweep;
