/**
 * Real Hadoop daemons, jobs that run on them, and what a job leaves behind: its history, and the
 * core-seconds of every process that worked for it.
 */
package io.corebound.cluster;
