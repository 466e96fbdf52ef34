/**
 * The report of a run: what bounds each interval, prediction beside measurement, and the data under
 * both. {@link io.corebound.analysis.report.cell.RunContents} is what a run directory holds, {@link
 * io.corebound.analysis.report.ReportModel} computes everything that a reader sees, and the
 * renderers (HTML, Markdown, terminal) only lay it out; {@link
 * io.corebound.analysis.report.Reports} reads and writes at the rim.
 */
package io.corebound.analysis.report;
