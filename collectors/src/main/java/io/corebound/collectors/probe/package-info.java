/** Tools that measure a disk, a network or the memory by a load of their own. */
package io.corebound.collectors.probe;
