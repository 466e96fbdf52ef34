/** HDFS and YARN asked through Hadoop's own client classes, here or in a process of a namespace. */
package io.corebound.cluster.control;
