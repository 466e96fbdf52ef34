/** MapReduce jobs that are measured and that Hadoop's examples lack. */
package io.corebound.jobs;
