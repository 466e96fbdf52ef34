package io.corebound.app.sweep;

import io.corebound.app.run.Installation;
import io.corebound.app.run.Software;
import io.corebound.app.run.Stages;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.units.CoreboundException;
import io.corebound.terasortrunner.sweep.SweepCell;
import io.corebound.terasortrunner.sweep.SweepRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** The text that a cell's workload grows: the beginning of one, as the micro suites read it. */
final class CorpusText implements Function<SweepCell, Path> {
  /** The size of the sample that predictions use. */
  private static final long MOST_BYTES = 128L << 20;

  private static final Duration LIMIT = Duration.ofMinutes(10);
  private static final int BAD_INPUT = 2;

  private final Stages stages;
  private final Installation installation;
  private final Software software;
  private final SweepRequest request;
  private final Map<String, Path> made = new HashMap<>();

  CorpusText(Stages stages, Installation installation, Software software, SweepRequest request) {
    this.stages = stages;
    this.installation = installation;
    this.software = software;
    this.request = request;
  }

  /** The file, made when first needed; refuses a corpus that cannot be read. */
  @Override
  public Path apply(SweepCell cell) {
    String text = request.text(cell);
    if (!made.containsKey(text)) {
      Path folder = stages.workspace().data().resolve("corpus-" + made.size());
      Outcome outcome =
          stages
              .workspace()
              .host()
              .run(
                  Command.of(
                      LIMIT,
                      software.jdk().java().toString(),
                      "-cp",
                      installation.microbenchClassPath(software.hadoop()),
                      "io.corebound.microbench.corpus.CorpusFile",
                      text,
                      Long.toString(Math.min(MOST_BYTES, request.largestSize().bytes())),
                      folder.toString()));
      if (!outcome.ok()) {
        String why = "the text could not be made: " + outcome.lastWords();
        throw outcome.exitStatus() == BAD_INPUT
            ? CoreboundException.invalidInput(why)
            : CoreboundException.failed(why);
      }
      made.put(text, folder.resolve("text.txt"));
    }
    return made.get(text);
  }
}
