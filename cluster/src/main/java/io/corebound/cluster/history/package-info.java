/**
 * Reads the histories of jobs that Hadoop 0.21 to 3.x writes, and the configuration beside them.
 */
package io.corebound.cluster.history;
