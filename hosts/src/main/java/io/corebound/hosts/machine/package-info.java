/** What a machine is, what it lacks, and what makes measurements on it doubtful. */
package io.corebound.hosts.machine;
