package io.corebound.hosts.ledger;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/** A folder of a run, which carries the run's marker file. */
record MadeFolder(Path path) implements Creation {

  static String marker(String runId) {
    return ".corebound-" + runId;
  }

  @Override
  public Kind kind() {
    return Kind.FOLDER;
  }

  @Override
  public boolean there() {
    return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
  }

  @Override
  public Optional<String> remove(String runId) {
    if (!there()) {
      return Optional.empty();
    }
    if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.of(path + " is no longer a folder and was left; check what it is");
    }
    Path marker = path.resolve(marker(runId));
    try {
      if (!Files.exists(marker, LinkOption.NOFOLLOW_LINKS)) {
        return deleteEmpty(marker);
      }
      Optional<String> user = AttachedImage.using(path);
      if (user.isPresent()) {
        return Optional.of(
            "%s was left: %s; detach that, then delete it".formatted(path, user.get()));
      }
      Deletion.of(path, marker);
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of("cannot delete all of %s: %s; delete it by hand".formatted(path, e));
    }
  }

  /** A run killed between making a folder and marking it leaves an empty one. */
  private Optional<String> deleteEmpty(Path marker) throws IOException {
    try (DirectoryStream<Path> content = Files.newDirectoryStream(path)) {
      if (content.iterator().hasNext()) {
        return Optional.of(
            "%s was left: its marker %s is missing; delete it by hand if it is the run's"
                .formatted(path, marker.getFileName()));
      }
    }
    Files.delete(path);
    return Optional.empty();
  }

  @Override
  public String removed() {
    return "deleted " + path;
  }
}
