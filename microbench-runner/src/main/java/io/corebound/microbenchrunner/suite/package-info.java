/** The suites one after the other, contention between copies, and the speed of the machine. */
package io.corebound.microbenchrunner.suite;
