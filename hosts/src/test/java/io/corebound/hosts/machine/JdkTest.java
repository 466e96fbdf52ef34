package io.corebound.hosts.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.LocalHost;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.ExitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JdkTest {
  private static final Host HOST = new LocalHost("jdk-test", "local");

  @TempDir Path folder;

  @Test
  void ownJdkIsTheOneThatItsFolderDescribes() {
    assertThat(Jdk.at(HOST, Path.of(System.getProperty("java.home")))).isEqualTo(Jdk.own());
  }

  @Test
  void folderOfLinksStandsForTheJdkBehindIt() throws IOException {
    Files.createDirectory(folder.resolve("bin"));
    Files.createSymbolicLink(folder.resolve("bin/java"), Jdk.own().java());

    assertThat(Jdk.at(HOST, folder).home()).isEqualTo(Jdk.own().home());
  }

  @Test
  void java8IsKnownByItsOldWayOfWritingIt() throws IOException {
    // the lines of OpenJDK 8u504 that count
    program(
        """
        #!/bin/sh
        echo '    java.home = /usr/lib/jvm/java-8-openjdk-amd64/jre' >&2
        echo '    java.runtime.version = 1.8.0_504-8u504-ga-1-b01' >&2
        echo '    java.specification.version = 1.8' >&2
        echo '    java.vendor = Private Build' >&2
        echo '    java.vm.name = OpenJDK 64-Bit Server VM' >&2
        """);

    assertThat(Jdk.at(HOST, folder))
        .isEqualTo(
            new Jdk(
                Path.of("/usr/lib/jvm/java-8-openjdk-amd64/jre"),
                8,
                "Private Build 1.8.0_504-8u504-ga-1-b01 (OpenJDK 64-Bit Server VM)"));
  }

  @Test
  void flagsAreReadByTheJvmItself() {
    Jdk.own().requireAccepts(HOST, List.of("-Xmx64m", "-XX:+UseSerialGC"));
    assertThatThrownBy(() -> Jdk.own().requireAccepts(HOST, List.of("-Xmx64m", "-XX:+UseFoo")))
        .isInstanceOfSatisfying(
            CoreboundException.class,
            e -> assertThat(e.status()).isEqualTo(ExitStatus.INVALID_INPUT))
        .hasMessage(
            Jdk.own().java()
                + " refuses the flags -Xmx64m -XX:+UseFoo: Unrecognized VM option 'UseFoo'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-Xms2g -Xmx1g", "-XX:+UseSerialGC -XX:+UseParallelGC"})
  void reasonOfTheJvmIsToldNotWhatItPrintsBefore(String flags) {
    assertThatThrownBy(() -> Jdk.own().requireAccepts(HOST, List.of(flags.split(" "))))
        .hasMessageMatching(".* refuses the flags .*: (Initial heap|Conflicting|.*[Mm]ultiple).*");
  }

  @Test
  void folderWithoutJavaIsRefused() {
    assertThatThrownBy(() -> Jdk.at(HOST, folder))
        .isInstanceOfSatisfying(
            CoreboundException.class,
            e -> assertThat(e.status()).isEqualTo(ExitStatus.INVALID_INPUT))
        .hasMessage(folder + ": not a JDK: bin/java is missing; name the folder that contains bin");
  }

  @Test
  void programThatIsNoJavaIsRefused() throws IOException {
    program("#!/bin/sh\necho something else\n");

    assertThatThrownBy(() -> Jdk.at(HOST, folder))
        .isInstanceOf(CoreboundException.class)
        .hasMessageContaining("does not show its java.specification.version");
  }

  @Test
  void javaThatDoesNotStartIsRefusedWithItsOwnWords() throws IOException {
    program("#!/bin/sh\necho 'cannot execute' >&2\nexit 1\n");

    assertThatThrownBy(() -> Jdk.at(HOST, folder))
        .isInstanceOf(CoreboundException.class)
        .hasMessageEndingWith("does not start: cannot execute");
  }

  private void program(String text) throws IOException {
    Path java = Files.createDirectories(folder.resolve("bin")).resolve("java");
    Files.writeString(java, text);
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
