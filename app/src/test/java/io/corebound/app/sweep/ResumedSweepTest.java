package io.corebound.app.sweep;

import static io.corebound.records.Refusals.assertThatRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.app.run.Installation;
import io.corebound.app.run.RunRecord;
import io.corebound.app.run.RunRequest;
import io.corebound.app.run.Software;
import io.corebound.cluster.libraries.HadoopLibraries;
import io.corebound.hosts.Checkout;
import io.corebound.hosts.machine.Jdk;
import io.corebound.records.config.ProfileFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.RunManifest;
import io.corebound.records.run.State;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.ExitStatus;
import io.corebound.terasortrunner.sweep.SweepCell;
import io.corebound.terasortrunner.sweep.SweepRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** What a sweep that goes on takes from its run, and what it refuses. */
class ResumedSweepTest {
  private static final int CPUS = 2;

  @TempDir Path folder;

  private Installation installation;
  private SweepRequest asked;

  @BeforeEach
  void copyConfigurations() throws IOException {
    Path configs = Checkout.ROOT.resolve("configs");
    try (Stream<Path> files = Files.walk(configs)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path copy = folder.resolve("configs").resolve(configs.relativize(file).toString());
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy);
      }
    }
    installation = new Installation(folder);
    asked = SweepRequests.read(installation, "paper-2013", "quick", List.of(), null);
  }

  @Test
  void nothingIsPredictedWhenACellHasRun() throws IOException {
    RunDirectory run = new RunDirectory(Files.createDirectory(folder.resolve("run")));
    SweepPredictions.refuseAfterMeasuring(run, asked);
    String cell = asked.plan().cells().get(3).name();
    Files.createDirectories(run.cellFile(cell).getParent());
    Files.writeString(run.cellFile(cell), "{}");
    assertThatThrownBy(() -> SweepPredictions.refuseAfterMeasuring(run, asked))
        .isInstanceOfSatisfying(
            CoreboundException.class, e -> assertThat(e.status()).isEqualTo(ExitStatus.FAILED))
        .hasMessage(
            run.root()
                + ": "
                + cell
                + " has run before all predictions were frozen; start the sweep again");
  }

  @ParameterizedTest
  @ValueSource(strings = {"accuracy-1650mb-2-cores", "paper-2013-512mb-2-cores"})
  void keptRunHasTheCellsThatItMeasured(String name) throws IOException {
    RunDirectory run = new RunDirectory(Checkout.ROOT.resolve("results/samples/" + name));
    try (Stream<Path> cells = Files.list(run.root().resolve("cells"))) {
      assertThat(ResumedSweep.open(installation, run).request().plan().cells())
          .extracting(SweepCell::name)
          .containsExactlyInAnyOrderElementsOf(
              cells.map(cell -> cell.getFileName().toString()).toList());
    }
    assertThat(ResumedSweep.open(installation, run).left(true).cells()).isEmpty();
  }

  private static Software software(String jdk, String hadoop) {
    return new Software(
        new Jdk(Path.of("/opt/some-jdk"), 17, jdk),
        new HadoopLibraries(Path.of("/opt/hadoop"), hadoop, 8, List.of(), Optional.empty()));
  }

  private RunDirectory begun(LabDisks disks, Path dataDir) throws IOException {
    RunRequest request =
        new RunRequest(
                List.of("sweep", "paper-2013"),
                "quick",
                installation.read("profile", "quick", ProfileFile.class),
                asked.cluster(),
                software("Eclipse Adoptium 17.0.15", "3.5.0"),
                dataDir,
                null,
                false,
                java.util.Map.of(ResumedSweep.REQUEST, asked))
            .with(LabDisks.KEY, disks.word())
            .with(ResumedSweep.CPUS, CPUS);
    RunDirectory run = new RunDirectory(Files.createDirectory(folder.resolve("run")));
    run.write(
        RunManifest.begun(
                "run",
                request.arguments(),
                "1.0",
                "abc",
                StructuredFiles.toTree(request.configuration()),
                Instant.EPOCH)
            .ended(State.FAILED, "interrupted by a signal", Instant.EPOCH));
    return run;
  }

  private static void refuses(Runnable work, String... said) {
    assertThatRefused(work::run).hasMessageContainingAll(said);
  }

  @Test
  void goesOnAsAskedForWhateverBecomesOfTheFiles() throws IOException {
    RunDirectory run = begun(LabDisks.MEMORY, null);
    for (String file :
        List.of("workload/terasort", "cluster/lab", "storage/hdd", "network/ethernet-1g")) {
      Files.delete(folder.resolve("configs").resolve(file + ".yaml"));
    }

    ResumedSweep resumed = ResumedSweep.open(installation, run);

    assertThat(resumed.request()).isEqualTo(asked);
    assertThat(resumed.request().workload().steps()).isNotEmpty();
    assertThat(resumed.disks()).contains(LabDisks.MEMORY);
    assertThat(resumed.profileName()).isEqualTo("quick");
  }

  @Test
  void sizeIsStillChosenByTheTimeThatWasGiven() throws IOException {
    RunDirectory run = begun(LabDisks.MEMORY, null);
    assertThat(ResumedSweep.open(installation, run).time()).as("no time was given").isNull();

    RunManifest manifest = run.manifest();
    ((ObjectNode) manifest.configuration()).put(ResumedSweep.DURATION, 600);
    run.write(manifest);

    assertThat(ResumedSweep.open(installation, run).time())
        .isEqualTo(new SizeInTime(Duration.ofMinutes(10)));
  }

  @Test
  void profileOfAnOlderSweepThatMeasuredTheMachinesSpeedIsRead() throws IOException {
    RunDirectory run = begun(LabDisks.MEMORY, null);
    RunManifest manifest = run.manifest();
    ((ObjectNode) manifest.configuration().path("profile")).put("speed_rounds", 8);
    run.write(manifest);

    assertThat(ResumedSweep.open(installation, run).profile())
        .isEqualTo(installation.read("profile", "quick", ProfileFile.class));
  }

  @Test
  void otherSoftwareAndOtherCpusAreRefusedWithWhatItWas() throws IOException {
    ResumedSweep resumed = ResumedSweep.open(installation, begun(LabDisks.MEMORY, null));

    resumed.requireAsBefore(software("Eclipse Adoptium 17.0.15", "3.5.0"), CPUS);
    refuses(
        () -> resumed.requireAsBefore(software("Azul 21.0.1", "3.5.0"), CPUS),
        "began on Java Eclipse Adoptium 17.0.15, and this is Java Azul 21.0.1",
        "JAVA_HOME=/opt/some-jdk ./corebound sweep --resume");
    refuses(
        () -> resumed.requireAsBefore(software("Eclipse Adoptium 17.0.15", "3.4.2"), CPUS),
        "began on Hadoop 3.5.0, and this is Hadoop 3.4.2");
    refuses(
        () -> resumed.requireAsBefore(software("Eclipse Adoptium 17.0.15", "3.5.0"), CPUS + 2),
        "began with 2 CPUs",
        "may use 4; resume it where it began");
  }

  @Test
  void disksInADataDirectoryStayThereAndThoseInMemoryBindNoFolder() throws IOException {
    Path first = Files.createDirectory(folder.resolve("first"));
    Path other = Files.createDirectory(folder.resolve("other"));
    ResumedSweep resumed = ResumedSweep.open(installation, begun(LabDisks.DATA_DIRECTORY, first));

    assertThat(resumed.dataDir(null)).isEqualTo(first);
    assertThat(resumed.dataDir(first)).isEqualTo(first);
    refuses(() -> resumed.dataDir(other), "the lab's disks are files in " + first, "leave out");

    Files.delete(resumed.run().manifestFile());
    Files.delete(resumed.run().root());
    assertThat(ResumedSweep.open(installation, begun(LabDisks.MEMORY, first)).dataDir(other))
        .isEqualTo(other);
  }

  @Test
  void environmentOfTheFirstSessionIsKeptBesideThatOfALaterOne() throws IOException {
    RunDirectory run = begun(LabDisks.MEMORY, null);
    RunRecord before = new RunRecord(run, run.manifest(), InstantSource.system());
    assertThat(before.environmentFile()).isEqualTo(run.environmentFile());

    RunRecord early = RunRecord.resumed(run, InstantSource.system(), "1.0", "abc");
    assertThat(early.environmentFile())
        .as("the first session ended before it had one")
        .isEqualTo(run.environmentFile());
    Files.writeString(run.environmentFile(), "{}");
    RunRecord later = RunRecord.resumed(run, InstantSource.system(), "1.0", "def");

    assertThat(later.environmentFile()).isEqualTo(run.environmentFile("resumed-2"));
    assertThat(run.manifest().stages())
        .extracting(RunManifest.Stage::reason)
        .containsExactly("", "by corebound 1.0, commit def");
  }
}
