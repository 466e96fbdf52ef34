/**
 * The workloads as programs of Apache Spark, run by a driver that writes how they went. No class of
 * it is linked by corebound.
 */
package io.corebound.spark;
