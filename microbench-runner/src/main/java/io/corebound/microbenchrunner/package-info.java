/**
 * Chooses micro suites, forks JMH on them as a process of its own, and turns its JSON into
 * measurements; measures what no benchmark alone can: containers, jobs, contention, the idle
 * cluster.
 */
package io.corebound.microbenchrunner;
