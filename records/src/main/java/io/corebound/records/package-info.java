/**
 * What a run reads and writes: units, configuration and result types, the one strict YAML, JSON and
 * CSV reader and writer, and the run directory. Every other room speaks to its neighbours in these
 * words only.
 */
package io.corebound.records;
