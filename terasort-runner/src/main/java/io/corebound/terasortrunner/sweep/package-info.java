/**
 * Cells over storage and network: their order, their clusters, the time and space that they need.
 */
package io.corebound.terasortrunner.sweep;
