/**
 * What a run makes on a machine: written down before it is made, and how it is removed. What cannot
 * be made or removed is a {@code CoreboundException} (failed).
 */
package io.corebound.hosts.ledger;
