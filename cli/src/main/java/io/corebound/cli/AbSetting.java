package io.corebound.cli;

import io.corebound.cluster.daemons.LocalCluster;
import io.corebound.hosts.process.LocalHost;
import io.corebound.records.config.ClusterFile;
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

/**
 * One of the two settings of {@code micro --ab}.
 *
 * @param side {@code A} or {@code B}
 * @param text as it stands on the command line
 * @param software the JDK and the Hadoop
 * @param jvmFlags flags of the measured JVMs besides those of the suites
 */
record AbSetting(String side, String text, Software software, List<String> jvmFlags) {
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

  /**
   * Reads a setting.
   *
   * @param beside options that hold where the setting says nothing
   * @param cluster the cluster on this machine, whose tasks' flags come first
   * @throws CoreboundException (invalid input) when a word is not known, a JDK or a Hadoop is not
   *     there, or the JVM refuses its flags
   */
  static AbSetting of(
      Installation installation,
      String side,
      String text,
      SoftwareOptions beside,
      ClusterFile cluster) {
    Words words = words(side, text);
    Software software = words.software.over(beside).software(installation);
    if (!words.flags.isEmpty()) {
      List<String> all =
          new ArrayList<>(LocalCluster.taskFlags(cluster, software.hadoop(), software.jdk()));
      all.addAll(words.flags);
      software.jdk().requireAccepts(LocalHost.forQuestions(), all);
    }
    return new AbSetting(side, text.strip(), software, List.copyOf(words.flags));
  }

  private static Words words(String side, String text) {
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
            "'"
                + flag
                + "' is none of --java HOME, --hadoop-home DIR and JVM flags such as"
                + " -XX:+UseSerialGC");
      }
    }
    return words;
  }

  private static CoreboundException refused(String side, String text, String reason) {
    return CoreboundException.invalidInput("--ab, setting " + side + " '" + text + "': " + reason);
  }

  /** Side, JDK, Hadoop and flags, for people. */
  @Override
  public String toString() {
    return side
        + ": "
        + software.jdk().description()
        + ", Hadoop "
        + software.hadoop().version()
        + (jvmFlags.isEmpty() ? "" : ", " + String.join(" ", jvmFlags));
  }
}
