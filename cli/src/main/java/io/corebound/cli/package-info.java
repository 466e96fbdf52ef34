/** The command line: picocli commands that wire the rooms together, and nothing else. */
package io.corebound.cli;
