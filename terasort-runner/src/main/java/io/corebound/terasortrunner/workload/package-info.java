/** The jobs of a cell, run with collectors attached, and the checks of their result. */
package io.corebound.terasortrunner.workload;
