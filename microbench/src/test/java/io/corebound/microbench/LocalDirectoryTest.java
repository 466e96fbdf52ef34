package io.corebound.microbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LocalDirectoryTest {
  @Test
  void directoryOfABenchmarkThatFailsIsRemovedAtTheEndOfItsJvm(@TempDir Path given) {
    assertThatThrownBy(() -> ChildJvm.run(Failing.class, given.toString()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("exit status 1");
    assertThat(given).isDirectoryContaining("glob:**/input").isDirectoryNotContaining("glob:**/w*");
  }

  @Test
  void inputIsMadeOnceAndNeverHalf(@TempDir Path given) throws Exception {
    System.setProperty(LocalDirectory.PROPERTY, given.toString());
    try (LocalDirectory directory = LocalDirectory.open()) {
      assertThatThrownBy(
              () ->
                  directory.made(
                      "input",
                      work -> {
                        Files.createFile(work.resolve("first-half"));
                        throw new IOException("no space left");
                      }))
          .hasMessage("no space left");
      assertThat(given).isEmptyDirectory();
      Path made = directory.made("input", work -> Files.createFile(work.resolve("whole")));
      assertThat(made).isEqualTo(given.resolve("input")).isDirectoryContaining("glob:**/whole");
      assertThat(directory.made("input", work -> Files.createFile(work.resolve("again"))))
          .isEqualTo(made);
    } finally {
      System.clearProperty(LocalDirectory.PROPERTY);
    }
    assertThat(given.resolve("input")).isDirectoryNotContaining("glob:**/again");
  }

  @Test
  void whatDoesNotFitIsRefusedWithWhatIsNeededAndWhatIsFree(@TempDir Path given) throws Exception {
    System.setProperty(LocalDirectory.PROPERTY, given.toString());
    try (LocalDirectory directory = LocalDirectory.open()) {
      directory.requireSpace(1);
      assertThatThrownBy(() -> directory.requireSpace(1L << 60))
          .isInstanceOf(OneLineException.class)
          .message()
          .startsWith(given + ": 1152921504.61 GB are needed and ")
          .matches(".* and \\d+\\.\\d\\d GB are free; make room, or take smaller batches");
    } finally {
      System.clearProperty(LocalDirectory.PROPERTY);
    }
  }

  @Test
  void checksumsTakeFourBytesForEvery512() {
    assertThat(LocalDirectory.withChecksums(512 * 1_000)).isEqualTo(516 * 1_000);
    assertThat(LocalDirectory.withChecksums(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
  }

  /** Leaves a file in a directory of its own, and one for the next fork. */
  static final class Failing {
    private Failing() {}

    public static void main(String[] arguments) throws IOException {
      System.setProperty(LocalDirectory.PROPERTY, arguments[0]);
      LocalDirectory directory = LocalDirectory.open();
      Files.createFile(directory.resolve("input"));
      Path work = directory.fresh("work");
      Files.createFile(work.resolve("spill"));
      throw new IllegalStateException("a benchmark fails");
    }
  }
}
