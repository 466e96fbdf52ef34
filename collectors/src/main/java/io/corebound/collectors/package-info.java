/**
 * What watches a job and what measures the hardware by itself. A {@link
 * io.corebound.collectors.Collector} runs a monitoring tool beside the job and turns its output
 * into samples; a {@link io.corebound.collectors.Probe} runs a load of its own and turns its result
 * into measurements. Every tool's own output is on disk before anything parses it, and every parser
 * is a pure function of that text.
 */
package io.corebound.collectors;
