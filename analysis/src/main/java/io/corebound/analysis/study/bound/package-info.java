/**
 * What bounds a host, second by second, by the samples of its collectors: {@link
 * io.corebound.analysis.study.bound.BoundSeconds} is a pure function over them, {@link
 * io.corebound.analysis.study.bound.SecondRules} its rules with their thresholds, {@link
 * io.corebound.analysis.study.bound.BusiestDevice} the throughput of the device that moved the
 * most.
 */
package io.corebound.analysis.study.bound;
