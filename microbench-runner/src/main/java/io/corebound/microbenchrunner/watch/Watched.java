package io.corebound.microbenchrunner.watch;

import io.corebound.hosts.process.OtherLoad;

/** What was measured, and what others took of the machine meanwhile. */
public record Watched<T>(T measured, OtherLoad others) {}
