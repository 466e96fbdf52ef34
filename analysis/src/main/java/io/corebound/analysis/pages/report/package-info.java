/**
 * The report of a run: what bounds each interval, prediction beside measurement, and the data under
 * both. {@link io.corebound.analysis.pages.report.ReportModel} computes everything that a reader
 * sees from {@link io.corebound.records.run.RunContents}; renderers only lay it out.
 */
package io.corebound.analysis.pages.report;
