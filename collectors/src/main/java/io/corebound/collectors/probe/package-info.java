/** Tools that measure a disk, a network or the memory by putting load on it. */
package io.corebound.collectors.probe;
