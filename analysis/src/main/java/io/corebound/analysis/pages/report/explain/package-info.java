/** Jobs that ran, explained: pages, tables and their words. */
package io.corebound.analysis.pages.report.explain;
