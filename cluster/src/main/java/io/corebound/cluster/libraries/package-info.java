/** The jars of a Hadoop and the command lines of its Java programs. */
package io.corebound.cluster.libraries;
