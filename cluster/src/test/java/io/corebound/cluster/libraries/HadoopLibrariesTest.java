package io.corebound.cluster.libraries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.hosts.machine.Jdk;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.LocalHost;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.ExitStatus;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real jars in every layout that is known. */
class HadoopLibrariesTest {
  private static final Host HOST = new LocalHost("hadoop-libraries-test", "local");
  private static final Path OWN = Path.of("hadoop/target/lib").toAbsolutePath();

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "., share/hadoop/common, share/hadoop/%s",
    "., lib/hadoop, lib/hadoop-%s",
    "lib/hadoop, lib/hadoop, lib/hadoop-%s",
    "., hadoop, hadoop-%s",
    "hadoop, hadoop, hadoop-%s",
    "., hadoop-client, hadoop-%s-client",
    "hadoop-client, hadoop-client, hadoop-%s-client"
  })
  void everyKnownLayoutIsFound(String home, String common, String other) throws IOException {
    layOut(common, other);

    HadoopLibraries found = HadoopLibraries.installed(HOST, folder.resolve(home), Jdk.own());

    assertThat(found.version()).isEqualTo(ownVersion());
    assertThat(found.classPath())
        .contains(folder.resolve(common) + "/*", folder.resolve(common) + "/lib/*")
        .contains(folder.resolve(other.formatted("yarn")) + "/timelineservice/*");
    assertThatCode(() -> found.requireRunsOn(HOST, Jdk.own())).doesNotThrowAnyException();
  }

  @Test
  void whatItsOwnScriptSaysComesFirst() throws IOException {
    layOut("elsewhere/hadoop", "elsewhere/hadoop-%s");
    Path conf = Files.createDirectories(folder.resolve("conf"));
    Path base = folder.resolve("elsewhere");
    script(
        "test -x \"$JAVA_HOME/bin/java\" || exit 1\n"
            + "test \"$1\" = classpath || exit 1\n"
            + "echo "
            + String.join(
                ":",
                conf.toString(),
                base + "/hadoop/lib/*",
                base + "/hadoop/.//*",
                base + "/hadoop-hdfs/./",
                base + "/hadoop-hdfs/*",
                base + "/hadoop-mapreduce/*",
                base + "/hadoop-yarn/./*",
                base + "/not/there/*"));

    HadoopLibraries found = HadoopLibraries.installed(HOST, folder, Jdk.own());

    assertThat(found.classPath())
        .containsExactly(
            base + "/hadoop/lib/*",
            base + "/hadoop/.//*",
            base + "/hadoop-hdfs/*",
            base + "/hadoop-mapreduce/*",
            base + "/hadoop-yarn/./*",
            base + "/hadoop-yarn/./timelineservice/*");
  }

  @Test
  void scriptThatFailsIsDoneWithout() throws IOException {
    layOut("share/hadoop/common", "share/hadoop/%s");
    script("exit 1");

    assertThat(HadoopLibraries.installed(HOST, folder, Jdk.own()).version())
        .isEqualTo(ownVersion());
  }

  @Test
  void nativeLibrariesAreFoundAndGivenToEveryJvm() throws IOException {
    layOut("lib/hadoop", "lib/hadoop-%s");
    Path natives = Files.createDirectories(folder.resolve("lib/hadoop/lib/native"));
    Files.createFile(natives.resolve("libhadoop.so"));

    HadoopLibraries found = HadoopLibraries.installed(HOST, folder, Jdk.own());

    assertThat(found.nativeFolder()).contains(natives);
    assertThat(found.flags(Jdk.own())).contains("-Djava.library.path=" + natives);
  }

  @Test
  void folderWithoutHadoopIsRefusedWithWhatWasLookedFor() {
    assertThatThrownBy(() -> HadoopLibraries.installed(HOST, folder, Jdk.own()))
        .isInstanceOfSatisfying(
            CoreboundException.class,
            e -> assertThat(e.status()).isEqualTo(ExitStatus.INVALID_INPUT))
        .hasMessageStartingWith(folder + ": no Hadoop in it: no hadoop-common-*.jar")
        .hasMessageContainingAll("bin/hadoop classpath", "share/hadoop/common", "lib/hadoop")
        .hasMessageNotContaining("\n");
  }

  @Test
  void hadoopThatLacksAPartIsRefusedByThePartsName() throws IOException {
    layOut("share/hadoop/common", "share/hadoop/%s");
    for (Path jar : jars(folder.resolve("share/hadoop/yarn"), "hadoop-yarn-server-nodemanager")) {
      Files.delete(jar);
    }

    assertThatThrownBy(() -> HadoopLibraries.installed(HOST, folder, Jdk.own()))
        .isInstanceOf(CoreboundException.class)
        .hasMessageContaining("is incomplete: it lacks hadoop-yarn-server-nodemanager (");
  }

  @Test
  void hadoop2IsRefused() throws IOException {
    Path jar = folder.resolve("hadoop-common-2.10.2.jar");
    try (OutputStream out = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.putNextEntry(new ZipEntry("common-version-info.properties"));
      zip.write("version=2.10.2\n".getBytes(StandardCharsets.UTF_8));
      zip.putNextEntry(new ZipEntry("org/apache/hadoop/security/UserGroupInformation.class"));
      zip.write(new byte[] {(byte) 0xCA, (byte) 0xFE, (byte) 0xBA, (byte) 0xBE, 0, 0, 0, 51});
    }

    assertThatThrownBy(() -> HadoopLibraries.gathered(folder))
        .isInstanceOf(CoreboundException.class)
        .hasMessage(jar + ": is Hadoop 2.10.2; corebound measures Hadoop 3");
  }

  @Test
  void jdkOlderThanItsClassesIsRefused() throws IOException {
    HadoopLibraries own = HadoopLibraries.gathered(OWN);
    Jdk old = new Jdk(Path.of("/opt/jdk-11"), 11, "an older one");

    assertThatThrownBy(() -> own.requireRunsOn(HOST, old))
        .isInstanceOfSatisfying(
            CoreboundException.class,
            e -> assertThat(e.status()).isEqualTo(ExitStatus.INVALID_INPUT))
        .hasMessage(
            "Hadoop "
                + ownVersion()
                + " needs Java 17 or newer, and /opt/jdk-11 is Java 11; choose another with"
                + " --java");
  }

  @ParameterizedTest
  @CsvSource({
    "3.3.6, 11, false",
    "3.3.6, 17, true",
    "3.4.2, 21, true",
    "3.1.1.7.1.7.0-551, 17, true",
    "3.5.0, 25, false",
    "3.10.0, 17, false"
  })
  void onlyAnOlderHadoopOnANewerJdkHasAModuleOpened(String version, int java, boolean opened) {
    HadoopLibraries libraries =
        new HadoopLibraries(Path.of("/h"), version, 8, List.of("/h/*"), Optional.empty());

    assertThat(libraries.flags(new Jdk(Path.of("/j"), java, "any")))
        .isEqualTo(opened ? List.of("--add-opens=java.base/java.lang=ALL-UNNAMED") : List.of());
  }

  /** The project's own jars, each where the layout has it. */
  private void layOut(String common, String other) throws IOException {
    for (Path jar : jars(OWN, "")) {
      String name = jar.getFileName().toString();
      String place = common + "/lib";
      if (name.startsWith("hadoop-common")) {
        place = common;
      } else if (name.startsWith("hadoop-hdfs")) {
        place = other.formatted("hdfs");
      } else if (name.startsWith("hadoop-mapreduce")) {
        place = other.formatted("mapreduce");
      } else if (name.startsWith("hadoop-yarn-server-timelineservice")) {
        place = other.formatted("yarn") + "/timelineservice";
      } else if (name.startsWith("hadoop-yarn")) {
        place = other.formatted("yarn");
      }
      Path target = Files.createDirectories(folder.resolve(place)).resolve(name);
      Files.createSymbolicLink(target, jar);
    }
  }

  private void script(String lines) throws IOException {
    Path script = Files.createDirectories(folder.resolve("bin")).resolve("hadoop");
    Files.writeString(script, "#!/bin/sh\n" + lines + "\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static String ownVersion() throws IOException {
    String jar = jars(OWN, "hadoop-common-").get(0).getFileName().toString();
    return jar.substring("hadoop-common-".length(), jar.length() - ".jar".length());
  }

  private static List<Path> jars(Path folder, String prefix) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(f -> f.getFileName().toString().startsWith(prefix)).toList();
    }
  }
}
