/** Programs on one of the user's nodes, by the user's own OpenSSH client. */
package io.corebound.hosts.ssh;
