/** Nodes side by side, for people and programs. */
package io.corebound.analysis.pages.report.nodes;
