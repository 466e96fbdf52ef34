/**
 * Runs beside each other: which figures differ, by how much, and how sure that is. Pure functions
 * over run directories.
 */
package io.corebound.analysis.study.compare;
