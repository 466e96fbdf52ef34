/** What engines other than Hadoop took for the same work: a sweep over engines, side by side. */
package io.corebound.analysis.pages.report.engine;
