/** The same suites and probes on several nodes, and which node is not as the others. */
package io.corebound.analysis.study.nodes;
