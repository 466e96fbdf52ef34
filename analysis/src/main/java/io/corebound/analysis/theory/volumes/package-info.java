/** How much data every task of a job reads, spills, merges and writes, computed as Hadoop does. */
package io.corebound.analysis.theory.volumes;
