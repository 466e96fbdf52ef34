/** Ways to run a MapReduce, each behind one interface that knows none of them. */
package io.corebound.engines;
