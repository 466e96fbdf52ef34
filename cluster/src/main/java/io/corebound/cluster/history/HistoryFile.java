package io.corebound.cluster.history;

import io.corebound.records.format.StructuredFiles;
import io.corebound.records.history.Doubt;
import io.corebound.records.history.HistoryJob;
import io.corebound.records.history.HistoryJob.Format;
import io.corebound.records.history.Setting;
import io.corebound.records.units.CoreboundException;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads the history of a job, as its ApplicationMaster writes it ({@code
 * org.apache.hadoop.mapreduce.jobhistory.EventWriter}): a line that names the form of the events,
 * {@code Avro-Json} until Hadoop 2, {@code Avro-Binary} since 3.0; a line with their Avro schema;
 * the events. It may be compressed with gzip, and a copy as text may have given it other line ends
 * or a byte order mark.
 *
 * <p>Hadoop's own {@code JobHistoryParser} takes a file that is cut within an event for a whole
 * one. For 100,000 attempts it takes 10 to 14 s of CPU time, with C1 on an AMD EPYC, and 700 to 800
 * MB. A test compares what both read.
 */
public final class HistoryFile {
  private static final String ENDING = ".jhist";
  private static final String GZIPPED = ENDING + ".gz";
  private static final String AGAIN = "copy it again from the cluster's folder of job histories";

  private HistoryFile() {}

  /**
   * Reads a history, and the job's configuration where {@code <job id>_conf.xml} lies beside it. Of
   * a file that ends within an event it takes the events before, and says so ({@link
   * Doubt.Kind#CUT}).
   *
   * @throws CoreboundException (invalid input) with file and place when it is no history of Hadoop
   *     0.21 or newer, is broken, or has no whole event
   */
  public static HistoryJob read(Path file) {
    return read(file, Optional.empty(), false).job();
  }

  /** The same with the job's configuration in another file, which is refused if it is none. */
  public static HistoryJob read(Path file, Path configuration) {
    return read(file, Optional.of(configuration), false).job();
  }

  /** The same with the counters that corebound does not know, and without the configuration. */
  public static CountedJob readEveryCounter(Path file) {
    return read(file, Optional.empty(), true);
  }

  /**
   * What was found in a folder and below it.
   *
   * @param histories by their paths
   * @param closed why folders and files below it could not be looked at
   */
  public record Found(List<Path> histories, SortedMap<Path, CoreboundException> closed) {}

  /**
   * Finds the histories in a folder and below it.
   *
   * @throws CoreboundException (invalid input) when there is none, or the folder cannot be read
   */
  public static Found in(Path folder) {
    Found found = new Found(new ArrayList<>(), new TreeMap<>());
    try {
      Path real = folder.toRealPath();
      Files.walkFileTree(real, new Finding(folder, real, found));
    } catch (IOException e) {
      throw StructuredFiles.unreadable(folder, e);
    }
    if (found.histories.isEmpty() && found.closed.isEmpty()) {
      throw CoreboundException.invalidInput(
          "%s: has no job history, nor has a folder below it; their names end in %s",
          folder, ENDING);
    }
    Collections.sort(found.histories);
    return found;
  }

  /** Walks over folders; one that is closed does not end it. */
  private static final class Finding extends SimpleFileVisitor<Path> {
    private final Path folder;
    private final Path real;
    private final Found found;

    private Finding(Path folder, Path real, Found found) {
      this.folder = folder;
      this.real = real;
      this.found = found;
    }

    /** As it was named, a link perhaps. */
    private Path named(Path file) {
      return folder.resolve(real.relativize(file));
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      String name = file.toString();
      if ((name.endsWith(ENDING) || name.endsWith(GZIPPED)) && Files.isRegularFile(file)) {
        found.histories.add(named(file));
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
      if (file.equals(real)) {
        throw e;
      }
      found.closed.put(named(file), StructuredFiles.unreadable(named(file), e));
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path read, IOException e) throws IOException {
      return e == null ? FileVisitResult.CONTINUE : visitFileFailed(read, e);
    }
  }

  private static CountedJob read(Path file, Optional<Path> configuration, boolean everyCounter) {
    try (InputStream whole = Files.newInputStream(file);
        BufferedInputStream in = Preamble.plain(whole)) {
      return new Reading(file, in, everyCounter).job(configuration);
    } catch (NoSuchFileException e) {
      throw CoreboundException.invalidInput("%s: no such file", file);
    } catch (EOFException e) {
      throw CoreboundException.invalidInput(
          "%s: is cut, as its gzip ends before the first event; %s", file, AGAIN);
    } catch (IOException e) {
      throw StructuredFiles.unreadable(file, e);
    }
  }

  /** One file that is read. */
  private static final class Reading {
    private final Path file;
    private final BufferedInputStream in;
    private final boolean everyCounter;
    private final JobBuilder builder;

    private Reading(Path file, BufferedInputStream in, boolean everyCounter) {
      this.file = file;
      this.in = in;
      this.everyCounter = everyCounter;
      this.builder = new JobBuilder(everyCounter);
    }

    private CountedJob job(Optional<Path> configuration) throws IOException {
      Preamble preamble = preamble();
      List<Doubt> doubts = new ArrayList<>();
      long events = events(source(preamble), preamble.format(), doubts);
      if (events == 0) {
        throw refused(
            "has no whole event, as its ApplicationMaster died early, or it is cut; " + AGAIN);
      }
      if (builder.jobId().isEmpty()) {
        throw refused("has no event that says which job it is of");
      }
      Optional<String> another = builder.another();
      if (another.isPresent()) {
        throw refused(
            "is the history of %s, but its tasks are of another job, such as %s; %s"
                .formatted(builder.jobId(), another.get(), AGAIN));
      }
      Map<Setting, String> settings =
          configuration
              .map(xml -> JobXml.read(xml, builder.jobId(), doubts))
              .orElseGet(() -> beside(doubts));
      return builder.build(file.getFileName().toString(), preamble.format(), settings, doubts);
    }

    /** Where the ApplicationMaster puts the configuration ({@code JobHistoryUtils}). */
    private Map<Setting, String> beside(List<Doubt> doubts) {
      Path xml = file.resolveSibling(builder.jobId() + "_conf.xml");
      if (everyCounter || !Files.isRegularFile(xml)) {
        doubts.add(Doubt.of(Doubt.Kind.NO_CONFIGURATION));
        return Map.of();
      }
      try {
        return JobXml.read(xml, builder.jobId(), doubts);
      } catch (CoreboundException e) {
        // an explanation is the same wherever its files lie
        String why = e.getMessage().replace(xml.toString(), xml.getFileName().toString());
        doubts.add(new Doubt(Doubt.Kind.BROKEN_CONFIGURATION, 1, why));
        return Map.of();
      }
    }

    private Preamble preamble() throws IOException {
      in.mark(1);
      if (in.read() < 0) {
        throw refused("is empty; " + AGAIN);
      }
      in.reset();
      try {
        return Preamble.read(in);
      } catch (BrokenHistory e) {
        throw refused(e.getMessage());
      }
    }

    private EventSource source(Preamble preamble) {
      try {
        return new EventSource(preamble.schema(), preamble.format(), in);
      } catch (BrokenHistory e) {
        throw refused("line 2: is no schema of a history's events, or not all of it; " + AGAIN);
      }
    }

    /** Takes all events, and returns how many there are. */
    private long events(EventSource source, Format format, List<Doubt> doubts) throws IOException {
      Event event = new Event();
      long events = 0;
      try {
        while (source.next(event)) {
          builder.take(event);
          events++;
        }
      } catch (EOFException e) {
        refuseTwo(format);
        doubts.add(new Doubt(Doubt.Kind.CUT, events, ""));
      } catch (BrokenHistory e) {
        refuseTwo(format);
        throw refused(
            "event %s: is no event of a job history: %s; %s"
                .formatted(events + 1, e.getMessage(), AGAIN));
      }
      return events;
    }

    /** Refuses a file that several histories were joined to. */
    private void refuseTwo(Format format) throws IOException {
      try (InputStream again = Files.newInputStream(file)) {
        OptionalLong second = Preamble.second(again, format);
        if (second.isPresent()) {
          throw refused(
              "a second history begins %s %s: split the file there, or give a folder of both"
                  .formatted(format == Format.JSON ? "at line" : "after byte", second.getAsLong()));
        }
      } catch (EOFException e) {
        // its gzip is cut too
      }
    }

    private CoreboundException refused(String why) {
      // a place belongs to the file's name
      String template = why.matches("(?s)(line|event) .*") ? "%s %s" : "%s: %s";
      return CoreboundException.invalidInput(template, file, why);
    }
  }
}
