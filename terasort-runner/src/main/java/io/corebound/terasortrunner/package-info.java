/**
 * Workloads (TeraSort first): runs the jobs of a cell with collectors attached and checks the
 * result.
 */
package io.corebound.terasortrunner;
