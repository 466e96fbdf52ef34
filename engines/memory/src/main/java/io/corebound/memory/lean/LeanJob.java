package io.corebound.memory.lean;

/**
 * A job as functions on slices of bytes, without an object for a record. Its class has a
 * constructor without parameters; each thread has an instance of its own.
 */
public sealed interface LeanJob permits SumJob, GroupJob, SortJob {}
