/** What can be measured, the plan, JMH in a separate process, and its JSON as measurements. */
package io.corebound.microbenchrunner.jmh;
