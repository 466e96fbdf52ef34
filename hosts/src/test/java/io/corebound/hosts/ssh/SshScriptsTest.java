package io.corebound.hosts.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SshScriptsTest {
  /** Longer than a word of csh, with what one shell or another would change. */
  private static final String SCRIPT =
      """
      cat <<END
      $# $1|$2|it's ! !! \\ \\\\ é %s
      END
      read line
      echo "$line" '\t%1$s'
      """
          + "# a comment ! \\ '\n".repeat(300);

  /** Those of this machine; the test below tells of the others. */
  static List<String> loginShells() {
    return Stream.of("sh", "bash", "zsh", "ksh", "mksh", "tcsh", "bsd-csh", "fish")
        .filter(shell -> LocalHost.find(shell, System.getenv("PATH"), null).isPresent())
        .toList();
  }

  @ParameterizedTest
  @MethodSource("loginShells")
  void scriptRunsInShWhateverTheLoginShellIs(String shell, @TempDir Path folder) throws Exception {
    Path input = Files.writeString(folder.resolve("input"), "from the input\nmore\n");
    String command = SshScripts.shell(SCRIPT, "a  b", "it's! \\");
    List<String> words = List.of(shell, "-c", command);
    String out =
        new LocalHost("login-shell-" + shell, "here")
            .run(
                new Command(words, Map.of(), folder, Duration.ofSeconds(10))
                    .with(Redirect.from(input.toFile())))
            .out();
    assertThat(out)
        .isEqualTo(
            """
            2 a  b|it's! \\|it's ! !! \\ \\ é %s
            from the input \t%1$s
            """);
  }

  /**
   * csh(1): a history, lines and words of 1024 bytes; fish(1): a backslash within single quotes.
   */
  @Test
  void noLoginShellFindsInScriptsWhatItWouldChange() {
    List<String> commands = new ArrayList<>();
    commands.add(SshScripts.shell(SshScripts.GUARD, "run", "20"));
    commands.add(SshScripts.shell(SshScripts.END_GROUP, "1", "20", "/tmp/a!b'c/1"));
    commands.add(SshScripts.shell("exec \"$@\"", "\\".repeat(1500), "'\\''"));
    assertThat(commands)
        .allSatisfy(
            command -> {
              assertThat(command).matches("[ -~&&[^!]]*").doesNotContain("\\\\", "\\'");
              assertThat(Stream.of(command.split("'", -1))).allMatch(word -> word.length() < 1024);
            });
  }
}
