package io.corebound.collectors.sampler;

import java.nio.file.Path;

/**
 * A collector after its end.
 *
 * @param raw the file whose text {@link Collector#parse} reads
 * @param problem what went wrong until then, in words that a person can act on; else empty
 */
public record Stopped(Path raw, String problem) {}
