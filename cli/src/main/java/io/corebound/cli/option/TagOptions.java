package io.corebound.cli.option;

import io.corebound.app.run.RunRequest;
import io.corebound.records.run.RunManifest;
import io.corebound.records.units.CoreboundException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Option;

/** The option of every command that makes a run directory. */
public final class TagOptions {
  @Option(
      names = "--tag",
      paramLabel = "KEY=VALUE",
      converter = Tag.Converter.class,
      description = "mark the run, for history and compare; may be repeated")
  private List<Tag> tags = new ArrayList<>();

  /** The same request with the user's tags. */
  public RunRequest tagged(RunRequest request) {
    Map<String, String> values = new TreeMap<>();
    for (Tag tag : tags) {
      if (values.put(tag.key(), tag.value()) != null) {
        throw CoreboundException.invalidInput("--tag %s: a key has one value", tag.key());
      }
    }
    return values.isEmpty() ? request : request.with(RunManifest.TAGS, values);
  }
}
