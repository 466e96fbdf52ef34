/** What a run makes on a machine: written down before it is made, and how it is taken away. */
package io.corebound.hosts.ledger;
