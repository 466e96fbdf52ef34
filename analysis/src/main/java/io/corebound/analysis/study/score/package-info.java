/**
 * How good a run's predictions were: each cell's frozen prediction beside the median of its
 * repetitions, with the rules that say which cells count.
 */
package io.corebound.analysis.study.score;
