package io.corebound.cli.option;

import io.corebound.app.run.RunRequest;
import io.corebound.records.run.RunManifest;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option of every command that makes a run directory. */
public final class TagOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  private final Map<String, String> values = new TreeMap<>();

  @Option(
      names = "--tag",
      paramLabel = "KEY=VALUE",
      converter = Tag.Converter.class,
      description = "mark the run, for history and compare; may be repeated")
  private void tags(List<Tag> tags) {
    values.clear();
    for (Tag tag : tags) {
      if (values.put(tag.key(), tag.value()) != null) {
        throw new ParameterException(
            spec.commandLine(), "--tag %s: a key has one value".formatted(tag.key()));
      }
    }
  }

  /** By key, in order. */
  public Map<String, String> values() {
    return values;
  }

  /** The same request with the user's tags. */
  public RunRequest tagged(RunRequest request) {
    return values.isEmpty() ? request : request.with(RunManifest.TAGS, values);
  }
}
