/** The run directory, through which stages pass on their results, and the records in it. */
package io.corebound.records.run;
