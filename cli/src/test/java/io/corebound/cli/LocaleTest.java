package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.hosts.Checkout;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What programs and people read is the same, byte for byte, in every locale of the user's. */
class LocaleTest {
  private static final Path SAMPLES = Checkout.ROOT.resolve("results/samples");
  private static final String HISTORY =
      "explain " + Checkout.ROOT.resolve("cluster/src/test/resources/histories");
  private static final String JOB =
      " --data 20GB --nodes 3 --cores 4 --storage ssd-sata --network ethernet-10g"
          + " --workload terasort --machine "
          + SAMPLES.resolve("measured-2-cores");
  private static final List<String> COMMANDS =
      List.of(
          HISTORY + "/3.5.0-terasort.jhist --format json",
          HISTORY + "/3.5.0-terasort.jhist --format csv",
          HISTORY + "/3.5.0-terasort.jhist",
          HISTORY + "/2.6-teragen.jhist --format md",
          "plan --format csv" + JOB,
          "predict" + JOB,
          "predict" + JOB.replace("20GB", "900000TB"));

  @TempDir Path folder;
  private final Locale own = Locale.getDefault();

  @AfterEach
  void restore() {
    Locale.setDefault(own);
  }

  @Test
  void outputsAndFilesAreTheSameInEveryLocale() throws IOException {
    RunDirectory run =
        RunDirectory.open(
            Checkout.copy(SAMPLES.resolve("terasort-1gb-2-cores"), folder.resolve("run")));
    Map<String, String> expected = written(Locale.ROOT, run);
    // other digits, a dotless i, decimal commas, other calendars
    for (String tag :
        List.of(
            "ar-EG",
            "fa-IR",
            "mr-IN",
            "bn-BD",
            "tr-TR",
            "de-DE",
            "th-TH-u-ca-buddhist-nu-thai",
            "ja-JP-u-ca-japanese",
            "ar-SA-u-ca-islamic-nu-arab")) {
      assertThat(written(Locale.forLanguageTag(tag), run)).as(tag).isEqualTo(expected);
    }
  }

  /** What each command prints, and every file of a run whose rows, samples and report are new. */
  private static Map<String, String> written(Locale locale, RunDirectory run) throws IOException {
    Locale.setDefault(locale);
    Map<String, String> texts = new TreeMap<>();
    Measurement.write(run.measurementsFile(), run.measurements(run.manifest()));
    run.cells().forEach(cell -> run.samples(cell).forEach(s -> s.write(run.samplesFolder(cell))));
    Stream.concat(COMMANDS.stream(), Stream.of("report " + run.root()))
        .forEach(
            command -> {
              Corebound.Result result = Corebound.run(command.split(" "));
              texts.put(command, result.out() + result.err());
            });
    try (Stream<Path> files = Files.walk(run.root())) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        texts.put(file.toString(), Files.readString(file));
      }
    }
    return texts;
  }
}
