/** A cluster that the user runs, by its own commands. */
package io.corebound.cluster.external;
