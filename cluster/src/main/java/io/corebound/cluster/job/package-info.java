/** A Hadoop cluster as its user sees it, and a job on it: submitted, awaited, its history read. */
package io.corebound.cluster.job;
