package io.corebound.app.sweep;

import io.corebound.app.run.MemoryNeed;
import io.corebound.app.run.Workspace;
import io.corebound.hosts.machine.MemoryRoom;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Where the files behind a lab's disks lie: a tier on a disk is limited by that disk. */
enum LabDisks {
  MEMORY("memory"),
  DATA_DIRECTORY("data directory");

  /** Key in a run's record. */
  static final String KEY = "lab_disks";

  /** The folder of files in memory. */
  static final Path SHARED_MEMORY = Path.of("/dev/shm");

  private final String word;

  LabDisks(String word) {
    this.word = word;
  }

  String word() {
    return word;
  }

  static Optional<LabDisks> of(String word) {
    return Stream.of(values()).filter(d -> d.word.equals(word)).findFirst();
  }

  /** Memory where the files and the reserve fit, else the data directory. */
  static LabDisks choose(
      Optional<LabDisks> before, MemoryNeed needed, DataSize shared, MemoryRoom room) {
    if (before.equals(Optional.of(DATA_DIRECTORY))) {
      return DATA_DIRECTORY;
    }
    long taken = needed.all().bytes() + room.reserve().bytes();
    boolean fits = shared.compareTo(needed.files()) >= 0 && room.available().bytes() >= taken;
    if (!fits && before.isPresent()) {
      throw CoreboundException.missing(
          """
          the lab's disks of this run are files in memory, and there is too little for them \
          now: %s in files and %s for programs are needed, while %s stay free; %s of %s and %s \
          of memory are free; end what takes them, then resume (on other disks its \
          predictions would not hold)\
          """,
          needed.files().display(),
          needed.programs().display(),
          room.reserve().display(),
          shared.display(),
          SHARED_MEMORY,
          room.available().display());
    }
    return fits ? MEMORY : DATA_DIRECTORY;
  }

  /** What is free in memory for files, on this machine. */
  static DataSize shared() {
    return new DataSize(
        Workspace.onTmpfs(SHARED_MEMORY) ? SHARED_MEMORY.toFile().getUsableSpace() : 0);
  }
}
