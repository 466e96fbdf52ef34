package io.corebound.collectors.sampler;

import java.nio.file.Path;

/**
 * The files that a collector wrote.
 *
 * @param problem what went wrong so far, in words that a person can act on; else empty
 */
public record RawOutput(Path file, String problem) {}
