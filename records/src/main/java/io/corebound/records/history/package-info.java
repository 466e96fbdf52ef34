/** A job as Hadoop's history tells it, of any version: its attempts, counters and settings. */
package io.corebound.records.history;
