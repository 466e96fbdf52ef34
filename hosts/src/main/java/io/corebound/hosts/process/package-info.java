/**
 * One way to run a program: an argument list, a time limit, both streams drained, the process group
 * ended.
 */
package io.corebound.hosts.process;
