/** A job as phases of tasks, and the deterministic simulation that runs them on a cluster. */
package io.corebound.analysis.theory.simulation;
