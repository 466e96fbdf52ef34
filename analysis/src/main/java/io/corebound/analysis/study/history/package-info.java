/**
 * Runs one after the other: since when a figure is another, what else changed there, and whether
 * the newest run is as the ones before. Pure functions over run directories.
 */
package io.corebound.analysis.study.history;
