package io.corebound.cli;

import io.corebound.hosts.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A command of corebound's that a document shows, in a block of code or within a line.
 *
 * @param place file and line
 * @param words its arguments, without what a shell takes
 */
record ShownCommand(String place, List<String> words) {
  /** To the end of its line or of the code within a line; a backslash continues it. */
  private static final Pattern SHOWN = Pattern.compile("\\./corebound +((?:\\\\\n|[^`\n])*)");

  /** Code within a line may go on in the next one. */
  private static final Pattern WITHIN_LINE = Pattern.compile("`((?:sudo )?\\./corebound [^`]*)`");

  /** A word, quoted in part or whole; a comment ends the command. */
  private static final Pattern WORD =
      Pattern.compile("#.*|>\\s*(\\S+)|((?:\"[^\"]*\"|'[^']*'|[^\\s\"'])+)");

  static List<ShownCommand> all() throws IOException {
    List<ShownCommand> commands = new ArrayList<>();
    try (Stream<Path> pages = Files.walk(Checkout.ROOT.resolve("docs"))) {
      List<Path> files =
          new ArrayList<>(pages.filter(f -> f.toString().endsWith(".md")).sorted().toList());
      for (String name : List.of("README.md", "CONTRIBUTING.md")) {
        files.add(Checkout.ROOT.resolve(name));
      }
      for (Path file : files) {
        commands.addAll(of(file));
      }
    }
    return commands;
  }

  private static List<ShownCommand> of(Path file) throws IOException {
    String text =
        WITHIN_LINE
            .matcher(Files.readString(file))
            // as long as before, so that lines keep their numbers
            .replaceAll(code -> Matcher.quoteReplacement(inOneLine(code.group())));
    List<ShownCommand> commands = new ArrayList<>();
    for (MatchResult shown : SHOWN.matcher(text).results().toList()) {
      long line = text.substring(0, shown.start()).lines().count();
      String place = "%s line %s".formatted(Checkout.ROOT.relativize(file), Math.max(1, line));
      commands.add(new ShownCommand(place, words(shown.group(1).replace("\\\n", " "))));
    }
    return commands;
  }

  private static String inOneLine(String code) {
    long broken = code.chars().filter(c -> c == '\n').count();
    return code.replace('\n', ' ') + "\n".repeat((int) broken);
  }

  static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    for (MatchResult word : WORD.matcher(line).results().toList()) {
      if (word.group().startsWith("#")) {
        break;
      }
      if (word.group(2) != null) {
        words.add(word.group(2).replaceAll("[\"']", ""));
      }
    }
    return words;
  }

  @Override
  public String toString() {
    return place + ": ./corebound " + String.join(" ", words);
  }
}
