package io.corebound.cli;

import io.corebound.app.run.Version;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** A page for man(1), as groff_man(7) has them: the help of every command, a section each. */
final class ManPage {
  private static final String PAGE =
      """
      .TH COREBOUND 1 "" "corebound %s" "User Commands"
      .SH NAME
      corebound \\- shows where the CPU limits a Hadoop job
      %s%s""";

  private static final String SECTION =
      """
      .SH "%s"
      .nf
      %s
      .fi
      """;

  private ManPage() {}

  static String of(CommandLine root) {
    return PAGE.formatted(
        Version.version(),
        section(root),
        root.getSubcommands().values().stream()
            .map(ManPage::section)
            .collect(Collectors.joining()));
  }

  private static String section(CommandLine command) {
    String name = command.getCommandSpec().qualifiedName().toUpperCase(Locale.ROOT);
    String help =
        command
            .getUsageMessage(Ansi.OFF)
            .stripTrailing()
            .lines()
            .map(ManPage::escaped)
            .collect(Collectors.joining("\n"));
    return SECTION.formatted(name, help);
  }

  /** Text that is no request, with hyphens as they are typed. */
  private static String escaped(String line) {
    return line.replace("\\", "\\e").replace("-", "\\-").replaceFirst("^(?=[.'])", "\\\\&");
  }
}
