/** Explains a job that ran: where its core-seconds and its time went, and what would help. */
package io.corebound.analysis.study.explain;
