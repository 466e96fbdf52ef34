/**
 * What a job that ran must have done, by its counters and its configuration, what that costs by a
 * machine's figures, and what is left of the core-seconds that its tasks counted.
 */
package io.corebound.analysis.study.account;
