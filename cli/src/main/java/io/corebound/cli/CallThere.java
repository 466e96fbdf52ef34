package io.corebound.cli;

import io.corebound.app.run.Installation;
import io.corebound.app.run.RemoteCorebound.Call;
import io.corebound.app.run.RemoteCorebound.Sent;
import io.corebound.records.config.ProfileFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A command of corebound's as a node of the user's is asked to run it. */
final class CallThere {
  private final List<String> arguments = new ArrayList<>();
  private final List<Sent> sent = new ArrayList<>();

  /** The command's name and its first words. */
  CallThere(String name, List<String> words) {
    arguments.add(name);
    arguments.addAll(words);
  }

  /** By its name, or a file of this machine, which is refused here rather than there. */
  CallThere profile(Installation installation, String profile) {
    if (profile.contains("/") || profile.endsWith(".yaml")) {
      installation.read("profile", profile, ProfileFile.class);
      return file("--profile", Path.of(profile));
    }
    return option("--profile", profile);
  }

  CallThere option(String name, String value) {
    arguments.addAll(List.of(name, value));
    return this;
  }

  /** A file of this machine, which is sent along. */
  CallThere file(String option, Path local) {
    sent.add(new Sent(option, local));
    return this;
  }

  /** A folder of the node's; null where none was given. */
  CallThere folder(String option, Path there) {
    return there == null ? this : option(option, there.toString());
  }

  CallThere tags(Map<String, String> tags) {
    tags.forEach((key, value) -> option("--tag", "%s=%s".formatted(key, value)));
    return this;
  }

  /** The call; {@code jmh} stands behind {@code --}. */
  Call with(List<String> jmh) {
    return new Call(List.copyOf(arguments), List.copyOf(sent), jmh);
  }
}
