package io.corebound.cli;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.core.importer.Locations;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.LocationProvider;
import com.tngtech.archunit.lang.ArchRule;
import io.corebound.hosts.Checkout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The arrows between the rooms: what is not drawn here may not be. */
@AnalyzeClasses(locations = RoomsTest.Rooms.class, importOptions = DoNotIncludeTests.class)
class RoomsTest {
  private static final String SPARK = "engines/spark";

  /** On each builder that is generated for a record. */
  private static final String GENERATED = "io.soabase.recordbuilder.core.RecordBuilderGenerated";

  /** Packages of the programs that other rooms start and do not link, by folder. */
  private static final Map<String, String[]> PROGRAMS =
      Map.of(
          "microbench",
          new String[] {"io.corebound.microbench..", "io.corebound.jobs.."},
          "engines/memory",
          new String[] {"io.corebound.memory.."},
          SPARK,
          new String[] {"io.corebound.spark.."},
          "levers/collector",
          new String[] {"io.corebound.collector.."});

  /**
   * The rooms of the class path, and the programs; that of Spark is built with its profile only.
   */
  static final class Rooms implements LocationProvider {
    @Override
    public Set<Location> get(Class<?> test) {
      Set<Location> rooms = new HashSet<>(Locations.ofPackage("io.corebound"));
      PROGRAMS.keySet().stream()
          .filter(RoomsTest::isBuilt)
          .map(program -> Location.of(classesOf(program)))
          .forEach(rooms::add);
      return rooms;
    }
  }

  private static Path classesOf(String program) {
    return Checkout.ROOT.resolve(program).resolve("target/classes");
  }

  private static boolean isBuilt(String program) {
    return !program.equals(SPARK) || Files.isDirectory(classesOf(program));
  }

  private static String[] programs() {
    return PROGRAMS.values().stream().flatMap(Arrays::stream).toArray(String[]::new);
  }

  @ArchTest
  static void programsSeeNoOtherRoom(JavaClasses all) {
    PROGRAMS.forEach(
        (program, own) -> {
          if (isBuilt(program)) {
            noClasses()
                .that()
                .resideInAnyPackage(own)
                .should()
                .dependOnClassesThat(
                    resideInAPackage("io.corebound..").and(resideOutsideOfPackages(own)))
                .check(all);
          }
        });
  }

  @ArchTest
  static final ArchRule noRoomSeesAProgram =
      noClasses()
          .that()
          .resideOutsideOfPackages(programs())
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(programs());

  @ArchTest
  static final ArchRule arrows =
      layeredArchitecture()
          .consideringOnlyDependenciesInAnyPackage("io.corebound..")
          .layer("records")
          .definedBy("io.corebound.records..")
          .layer("hosts")
          .definedBy("io.corebound.hosts..")
          .layer("collectors")
          .definedBy("io.corebound.collectors..")
          .layer("cluster")
          .definedBy("io.corebound.cluster..")
          .layer("engines")
          .definedBy("io.corebound.engines..")
          .layer("microbench-runner")
          .definedBy("io.corebound.microbenchrunner..")
          .layer("terasort-runner")
          .definedBy("io.corebound.terasortrunner..")
          .layer("analysis")
          .definedBy("io.corebound.analysis..")
          .layer("app")
          .definedBy("io.corebound.app..")
          .layer("cli")
          .definedBy("io.corebound.cli..")
          .whereLayer("records")
          .mayNotAccessAnyLayer()
          .whereLayer("hosts")
          .mayOnlyAccessLayers("records")
          .whereLayer("analysis")
          .mayOnlyAccessLayers("records")
          .whereLayer("collectors")
          .mayOnlyAccessLayers("records", "hosts")
          .whereLayer("cluster")
          .mayOnlyAccessLayers("records", "hosts")
          .whereLayer("engines")
          .mayOnlyAccessLayers("records", "hosts")
          .whereLayer("microbench-runner")
          .mayOnlyAccessLayers("records", "hosts", "cluster")
          .whereLayer("terasort-runner")
          .mayOnlyAccessLayers("records", "hosts", "cluster", "engines", "collectors")
          .whereLayer("app")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("cli")
          .mayNotBeAccessedByAnyLayer();

  @ArchTest
  static final ArchRule analysisSeesNeitherHadoopNorProcessesNorTheClock =
      noClasses()
          .that()
          .resideInAPackage("io.corebound.analysis..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.hadoop..", "org.openjdk.jmh..")
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(ProcessBuilder.class)
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(java.time.Instant.class, "now");

  @ArchTest
  static final ArchRule analysisOpensNoFile =
      noClasses()
          .that()
          .resideInAPackage("io.corebound.analysis..")
          .should()
          .dependOnClassesThat()
          .areAssignableTo(java.nio.file.Files.class)
          .because("records reads and writes; analysis computes");

  @ArchTest
  static final ArchRule onlyHostsStartsProcesses =
      noClasses()
          .that()
          .resideOutsideOfPackages("io.corebound.hosts..", "io.corebound.microbench..")
          .should()
          .dependOnClassesThat()
          .areAssignableTo(ProcessBuilder.class);

  @ArchTest
  static final ArchRule onlyRecordsKnowsTheFormats =
      noClasses()
          .that()
          .resideOutsideOfPackages("io.corebound.records..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("tools.jackson.dataformat..", "de.siegmar.fastcsv..")
          .because("YAML and CSV have one strict reader and writer; it is in records");

  @ArchTest
  static final ArchRule hadoopStaysInTheClusterRoom =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.corebound.cluster..")
          .and()
          .resideOutsideOfPackages(programs())
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.hadoop..");

  /** Commands that still read facts of the machine, or a sweep's request, themselves. */
  @ArchTest
  static final ArchRule commandsWireTheAppAndNothingBelow =
      classes()
          .that()
          .resideInAPackage("io.corebound.cli..")
          .and()
          .haveNameNotMatching(".*\\.(Run|Sweep|Probe)Command")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.corebound.cli..",
              "io.corebound.app..",
              "io.corebound.analysis..",
              "io.corebound.records..",
              "picocli..",
              "java..");

  /** One subject each; those that are larger are named with what they have. */
  @ArchTest
  static void packagesHaveAtMost25Classes(JavaClasses all) {
    Map<String, Long> most = Map.of();
    Map<String, Long> larger =
        all.stream()
            .filter(JavaClass::isTopLevelClass)
            .filter(c -> !c.getSimpleName().equals("package-info"))
            .filter(c -> !c.getPackageName().endsWith("jmh_generated"))
            .filter(c -> !c.isAnnotatedWith(GENERATED))
            .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));
    larger.entrySet().removeIf(e -> e.getValue() <= most.getOrDefault(e.getKey(), 25L));
    assertThat(larger).isEmpty();
  }

  @ArchTest
  static final ArchRule theoryKnowsNoStudyAndNoPage =
      noClasses()
          .that()
          .resideInAPackage("io.corebound.analysis.theory..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.corebound.analysis.study..", "io.corebound.analysis.pages..");

  @ArchTest
  static final ArchRule studiesKnowNoPage =
      noClasses()
          .that()
          .resideInAPackage("io.corebound.analysis.study..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.corebound.analysis.pages..");

  @ArchTest
  static final ArchRule noCycles = slices().matching("io.corebound.(**)").should().beFreeOfCycles();
}
