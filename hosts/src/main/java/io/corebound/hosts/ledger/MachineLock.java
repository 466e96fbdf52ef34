package io.corebound.hosts.ledger;

import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One measurement at a time on a machine, of all users and folders: a lock of a file, which the
 * kernel releases with the process. The file, which says who holds it, is deleted with the lock;
 * one that a killed process left is taken over.
 */
public final class MachineLock implements AutoCloseable {
  /** All users may make files there, on every distribution. */
  private static final Path FILE = Path.of("/dev/shm/corebound.lock");

  /** Of this process: a file of these must not be opened again, as closing it gives up the lock. */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path file;

  /** Nothing is read or written any more, so that no interrupt closes it. */
  private final FileChannel channel;

  private MachineLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Takes it.
   *
   * @throws CoreboundException (failed) when another run has it, with what that wrote about itself
   */
  public static MachineLock take(String run) {
    return take(FILE, run);
  }

  /** Refuses a machine on which another run measures. */
  public static void requireFree() {
    take("about to start").close();
  }

  public static MachineLock take(Path file, String run) {
    String holder = "pid " + ProcessHandle.current().pid() + ", " + run;
    if (!HELD.add(file)) {
      throw taken(holder);
    }
    Optional<MachineLock> lock = Optional.empty();
    try {
      while (lock.isEmpty()) {
        lock = tryTake(file, holder);
      }
      return lock.get();
    } catch (ClosedByInterruptException e) {
      throw CoreboundException.failed("interrupted by a signal");
    } catch (IOException e) {
      throw CoreboundException.missing(
          "%s: cannot be used (%s); this lock keeps two runs from disturbing each other: delete it"
              .formatted(
                  file, e instanceof AccessDeniedException ? "permission denied" : e.getMessage()));
    } finally {
      if (lock.isEmpty()) {
        HELD.remove(file);
      }
    }
  }

  /** Empty when the file is being made or deleted by another process: to be tried again. */
  private static Optional<MachineLock> tryTake(Path file, String holder) throws IOException {
    Optional<Object> there = inode(file);
    if (there.isEmpty()) {
      make(file);
      return Optional.empty();
    }
    FileChannel channel;
    try {
      // not with CREATE: in a folder of all users not even root may open another's file so
      channel = FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
    boolean kept = false;
    try {
      if (channel.tryLock() == null) {
        throw taken(Files.readString(file).strip());
      }
      // who had it before may have deleted the file that was opened here
      if (!inode(file).equals(there)) {
        return Optional.empty();
      }
      channel.truncate(0);
      channel.write(ByteBuffer.wrap(holder.getBytes(StandardCharsets.UTF_8)));
      kept = true;
      return Optional.of(new MachineLock(file, channel));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } finally {
      if (!kept) {
        channel.close();
      }
    }
  }

  private static CoreboundException taken(String holder) {
    return CoreboundException.failed(
        """
        another corebound run %sis active on this machine, and two would disturb each other; wait \
        until it ends, or end it\
        """
            .formatted(holder.isEmpty() ? "" : "(" + holder + ") "));
  }

  private static Optional<Object> inode(Path file) throws IOException {
    try {
      return Optional.of(Files.getAttribute(file, "unix:ino", LinkOption.NOFOLLOW_LINKS));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /** For all users from the first moment, so that root's and another user's runs see each other. */
  private static void make(Path file) throws IOException {
    Path made = Files.createTempFile(file.toAbsolutePath().getParent(), "corebound-", ".lock");
    try {
      Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rw-rw-rw-"));
      Files.createLink(file, made);
    } catch (FileAlreadyExistsException e) {
      // another one was first
    } finally {
      Files.delete(made);
    }
  }

  @Override
  public void close() {
    try (channel) {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // another user's file, which this user may not delete: it locks nothing any more
    } finally {
      HELD.remove(file);
    }
  }
}
