/**
 * The model: from what a machine's basic operations cost, a workload's steps and a cluster's
 * settings, to the core-seconds and the time of a job, interval by interval. Pure functions over
 * records.
 */
package io.corebound.analysis.theory;
