package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.app.run.Installation;
import io.corebound.hosts.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The documents are short, their links lead somewhere, and they name what the program has. */
class DocsTest {
  private static final int README_WORDS = 1200;
  private static final int PAGE_WORDS = 900;
  private static final int ALL_WORDS = 18_800;
  private static final int LINE = 120;
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(#[^)]*)?\\)");
  private static final Pattern IN_CODE = Pattern.compile("`(--[a-z][a-z-]*)[^`]*`");
  private static final Pattern COMMAND = Pattern.compile("\\./corebound ([^#|`]*)");

  /** What the launcher takes itself, and Java's. */
  private static final Set<String> ELSEWHERE =
      Set.of("--yes", "--no-install", "--all", "--add-opens", "--help", "--version");

  private static final CommandLine PROGRAM =
      new CommandLine(new Main(new Installation(Checkout.ROOT), List.of("corebound")));

  private static List<Path> pages() throws IOException {
    try (Stream<Path> files = Files.walk(Checkout.ROOT.resolve("docs"))) {
      return files.filter(f -> f.toString().endsWith(".md")).sorted().toList();
    }
  }

  private static List<Path> documents() throws IOException {
    List<Path> all = new ArrayList<>(pages());
    for (String name :
        List.of(
            "README.md",
            "CHANGELOG.md",
            "CONTRIBUTING.md",
            "microbench/README.md",
            "results/samples/README.md")) {
      all.add(Checkout.ROOT.resolve(name));
    }
    return all;
  }

  /** Words of a document; the bars and rules of tables are none. */
  private static long words(Path file) throws IOException {
    return Arrays.stream(Files.readString(file).split("\\s+"))
        .filter(word -> word.matches("(?U).*\\w.*"))
        .count();
  }

  @Test
  void documentsAreShort() throws IOException {
    assertThat(words(Checkout.ROOT.resolve("README.md"))).isLessThanOrEqualTo(README_WORDS);
    long all = 0;
    for (Path page : pages()) {
      assertThat(words(page)).as(page.toString()).isLessThanOrEqualTo(PAGE_WORDS);
      all += words(page);
    }
    assertThat(all).isLessThanOrEqualTo(ALL_WORDS);
  }

  @Test
  void linesFitAScreen() throws IOException {
    for (Path file : documents()) {
      boolean code = false;
      for (String line : Files.readAllLines(file)) {
        code ^= line.startsWith("```");
        boolean unbreakable =
            line.startsWith("|") || line.startsWith("    ") || line.contains("](");
        assertThat(code || unbreakable ? "" : line)
            .as(file.toString())
            .hasSizeLessThanOrEqualTo(LINE);
      }
    }
  }

  @Test
  void relativeLinksLeadToFilesAndHeadings() throws IOException {
    for (Path file : documents()) {
      for (MatchResult link : LINK.matcher(Files.readString(file)).results().toList()) {
        Path target = file.resolveSibling(link.group(1)).normalize();
        assertThat(target).as("%s: %s", file, link.group()).exists();
        if (link.group(2) != null) {
          assertThat(anchors(target)).as("%s: %s", file, link.group()).contains(link.group(2));
        }
      }
    }
  }

  private static List<String> anchors(Path file) throws IOException {
    return Files.readAllLines(file).stream()
        .filter(line -> line.startsWith("#"))
        .map(line -> line.replaceFirst("#+ ", "").toLowerCase(Locale.ROOT))
        .map(line -> "#" + line.replaceAll("[^\\w -]", "").replace(' ', '-'))
        .toList();
  }

  @Test
  void commandsAndOptionsThatAreNamedExist() throws IOException {
    Set<String> known = new HashSet<>(ELSEWHERE);
    PROGRAM.getSubcommands().values().forEach(c -> known.addAll(options(c)));
    for (Path file : documents()) {
      String text = Files.readString(file).replace("\\\n", " ");
      for (MatchResult option : IN_CODE.matcher(text).results().toList()) {
        assertThat(known).as("%s: %s", file, option.group()).contains(option.group(1));
      }
      for (MatchResult command : COMMAND.matcher(text).results().toList()) {
        check(file, command.group(1).lines().findFirst().orElse(""));
      }
    }
  }

  @Test
  void launcherKnowsTheOptionsOfEveryCommand() throws IOException {
    List<String> lines =
        PROGRAM.getSubcommands().entrySet().stream()
            .map(c -> Stream.concat(Stream.of(c.getKey()), longOptions(c.getValue())))
            .map(words -> words.collect(Collectors.joining(" ")))
            .toList();
    assertThat(
            Files.readAllLines(
                Checkout.ROOT.resolve("cli/src/main/resources/io/corebound/cli/options.txt")))
        .containsExactlyElementsOf(lines);
  }

  private static Stream<String> longOptions(CommandLine command) {
    return options(command).stream().filter(name -> name.startsWith("--")).sorted();
  }

  /** A command as it stands in a document, up to {@code --} and without what is quoted. */
  private static void check(Path file, String line) {
    List<String> words =
        List.of((line + " ").split(" -- ")[0].replaceAll("\"[^\"]*\"", "").split(" +"));
    String name = words.get(0);
    if (name.isEmpty() || name.equals("test")) {
      return;
    }
    assertThat(PROGRAM.getSubcommands()).as("%s: %s", file, line).containsKey(name);
    Set<String> known = new HashSet<>(ELSEWHERE);
    known.addAll(options(PROGRAM.getSubcommands().get(name)));
    assertThat(words.stream().filter(w -> w.startsWith("--")).map(w -> w.replaceFirst("=.*", "")))
        .as("%s: %s", file, line)
        .isSubsetOf(known);
  }

  private static List<String> options(CommandLine command) {
    return command.getCommandSpec().options().stream()
        .flatMap(option -> Arrays.stream(option.names()))
        .toList();
  }
}
