/** The run directory, by which stages hand on their work, and the records in it. */
package io.corebound.records.run;
