package io.corebound.hosts.process;

/** What was measured, and what others took of the machine meanwhile. */
public record Watched<T>(T measured, OtherLoad others) {}
