/**
 * A machine and the programs that are run on it: one way to start a program, a ledger of everything
 * that was created, and what the machine is.
 */
package io.corebound.hosts;
