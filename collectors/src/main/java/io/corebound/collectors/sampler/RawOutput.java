package io.corebound.collectors.sampler;

import java.nio.file.Path;

/**
 * What a collector left.
 *
 * @param problem what went wrong until then, in words that a person can act on; else empty
 */
public record RawOutput(Path file, String problem) {}
