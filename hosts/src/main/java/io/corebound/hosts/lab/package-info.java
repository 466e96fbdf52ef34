/** Network namespaces, limited loop devices and shaped links: nodes made of one machine. */
package io.corebound.hosts.lab;
