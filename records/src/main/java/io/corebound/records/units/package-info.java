/** Amounts with their units, intervals of means, and failures that a person can act on. */
package io.corebound.records.units;
