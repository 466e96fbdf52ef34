package io.corebound.microbench.read;

import io.corebound.microbench.ChildJvm;
import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.OneLineException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.AbstractFileSystem;
import org.apache.hadoop.fs.ChecksumFs;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * A local file of random bytes, and beside it the checksums that Hadoop's LocalFs keeps. Another
 * JVM writes both.
 */
final class ChecksummedFile {
  private static final int CHUNK_BYTES = 1 << 20;

  private ChecksummedFile() {}

  static Path of(LocalDirectory directory, long bytes, long seed)
      throws IOException, InterruptedException {
    if (bytes < 1) {
      throw new OneLineException("bytes: " + bytes + " is not at least 1");
    }
    Path file = directory.resolve("read-" + bytes + "-from-" + seed);
    // without checksums LocalFs silently verifies nothing
    if (!Files.exists(file) || !Files.exists(checksums(file))) {
      ChildJvm.run(
          ChecksummedFile.class, file.toString(), Long.toString(bytes), Long.toString(seed));
    }
    return file;
  }

  /**
   * Copies the file and its checksums into other pages of memory, as the speed of a read depends on
   * where they are.
   */
  static Path copy(Path file, Path directory) throws IOException {
    Path checksums = checksums(file);
    Files.copy(checksums, directory.resolve(checksums.getFileName()));
    return Files.copy(file, directory.resolve(file.getFileName()));
  }

  private static Path checksums(Path file) throws IOException {
    org.apache.hadoop.fs.Path path =
        localFs(new Configuration()).getChecksumFile(new org.apache.hadoop.fs.Path(file.toUri()));
    return file.resolveSibling(path.getName());
  }

  /** Hadoop's LocalFs, which verifies checksums; below it is the one that does not. */
  static ChecksumFs localFs(Configuration configuration) throws IOException {
    return (ChecksumFs) AbstractFileSystem.get(URI.create("file:///"), configuration);
  }

  /** Writes the file under a temporary name and renames it, and its checksums, when it is whole. */
  public static void main(String[] arguments) throws IOException {
    AbstractFileSystem files = localFs(new Configuration());
    org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(arguments[0]);
    org.apache.hadoop.fs.Path unfinished = file.suffix(".unfinished");
    Random random = new Random(Long.parseLong(arguments[2]));
    byte[] chunk = new byte[CHUNK_BYTES];
    try (FSDataOutputStream out =
        files.create(
            unfinished,
            EnumSet.of(CreateFlag.CREATE, CreateFlag.OVERWRITE),
            Options.CreateOpts.perms(new FsPermission((short) 0644)))) {
      for (long left = Long.parseLong(arguments[1]); left > 0; left -= chunk.length) {
        random.nextBytes(chunk);
        out.write(chunk, 0, (int) Math.min(chunk.length, left));
      }
    }
    files.rename(unfinished, file, Options.Rename.OVERWRITE);
  }
}
