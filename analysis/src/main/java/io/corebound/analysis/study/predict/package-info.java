/**
 * Predictions of jobs: what theory computes as the record that is frozen, with what it leaves out.
 */
package io.corebound.analysis.study.predict;
