/**
 * Network namespaces, limited loop devices and shaped links: nodes made of one machine. What cannot
 * be made or removed is a {@code CoreboundException} (failed); the ledger has what is left.
 */
package io.corebound.hosts.lab;
