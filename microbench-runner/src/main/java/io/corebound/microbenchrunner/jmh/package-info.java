/**
 * What can be measured, what shall be, JMH as a process of its own, and its JSON as measurements.
 */
package io.corebound.microbenchrunner.jmh;
