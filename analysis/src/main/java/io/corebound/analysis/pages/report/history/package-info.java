/** Runs over time, for people and for other programs. */
package io.corebound.analysis.pages.report.history;
