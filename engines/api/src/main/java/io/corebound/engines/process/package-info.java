/** Engines whose programs run as processes on the nodes, and say in a file how their jobs went. */
package io.corebound.engines.process;
