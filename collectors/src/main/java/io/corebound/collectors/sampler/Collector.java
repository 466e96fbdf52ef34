package io.corebound.collectors.sampler;

import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.ToolVersion;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A monitoring tool that samples a host once a second: four steps, in this order. A collector keeps
 * no state between them, so one object can serve several hosts. {@link Collection} takes several
 * collectors through the steps and reports what became of each.
 */
public interface Collector {
  /** The tool's name, as reports say it. */
  String name();

  /** Finds the tool and its version. */
  ToolVersion probe(Host host);

  /** Why this host has no such samples, where that is not a failure; usually empty. */
  default Optional<String> unavailable(Host host) {
    return Optional.empty();
  }

  /** Starts the tool; its output goes to files in the folder, which must exist. */
  Recording start(Host host, Path rawFolder);

  /** Returns when the tool has begun to sample, as far as that is to be seen, or after seconds. */
  default void awaitBegin(Recording recording) throws InterruptedException {}

  /**
   * Ends the tool, by its own way of ending where it has one, and makes its output readable as
   * text. Nothing of it runs afterwards.
   */
  RawOutput stop(Recording recording);

  /**
   * Turns the tool's text into samples: a pure function that takes any text and throws nothing of
   * its own. It reads the text once and keeps none of it: that of an hour of thousands of CPUs is
   * larger than memory.
   *
   * @param text what the file of {@link RawOutput#file()} contains, whole or cut off anywhere
   */
  Parsed parse(String host, Reader text) throws IOException;

  /** The same of a text in memory. */
  default Parsed parse(String host, String text) {
    try {
      return parse(host, new StringReader(text));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
