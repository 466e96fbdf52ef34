/** Measures the idle cluster, and the start of containers and jobs. */
package io.corebound.microbenchrunner.start;
