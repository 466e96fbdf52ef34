/** A cluster in a lab: a master and workers in network namespaces, on limited disks and links. */
package io.corebound.cluster.lab;
