package io.corebound.cli;

import io.corebound.app.micro.AbSetting;
import io.corebound.app.run.Installation;
import io.corebound.app.run.Software;
import io.corebound.cli.option.SoftwareOptions;
import io.corebound.records.units.CoreboundException;
import java.util.ArrayList;
import java.util.List;
import java.util.Stack;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Unmatched;

/** A setting of {@code micro --ab} as it stands on the command line. */
final class AbWords {
  private AbWords() {}

  /** The options that stand in a setting, and flags of the JVM. */
  @Command
  private static final class Words {
    @Mixin private SoftwareOptions software;
    @Unmatched private List<String> flags = new ArrayList<>();
  }

  /** Takes two words as they are, even where they look like options. */
  static final class TwoWords implements IParameterConsumer {
    @Override
    public void consumeParameters(Stack<String> words, ArgSpec option, CommandSpec command) {
      if (words.size() < 2) {
        throw new ParameterException(
            command.commandLine(), "--ab needs two settings, each in quotes");
      }
      option.setValue(List.of(words.pop(), words.pop()));
    }
  }

  /** Reads a setting; {@code beside} supplies what it leaves out. */
  static AbSetting read(
      Installation installation, String side, String text, SoftwareOptions beside) {
    Words words = new Words();
    try {
      new CommandLine(words).parseArgs(text.isBlank() ? new String[0] : text.strip().split("\\s+"));
    } catch (ParameterException e) {
      throw refused(side, text, e.getMessage());
    }
    for (String flag : words.flags) {
      if (!flag.startsWith("-")) {
        throw refused(
            side,
            text,
            "'%s' is none of --java HOME, --hadoop-home DIR and JVM flags such as -XX:+UseSerialGC"
                .formatted(flag));
      }
    }
    Software software = words.software.over(beside).software(installation);
    return AbSetting.of(installation, side, text, software, words.flags);
  }

  private static CoreboundException refused(String side, String text, String reason) {
    return CoreboundException.invalidInput("--ab, setting %s '%s': %s", side, text, reason);
  }
}
