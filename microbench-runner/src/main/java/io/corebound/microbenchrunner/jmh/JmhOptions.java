package io.corebound.microbenchrunner.jmh;

import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.units.CoreboundException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * JMH's options that a user adds after {@code --}. They replace the runner's, as JMH refuses an
 * option that is given twice.
 */
public record JmhOptions(List<String> arguments) {
  /** No options. */
  public static final JmhOptions NONE = new JmhOptions(List.of());

  /** Options that corebound sets, or that prevent or hide results. */
  private static final Set<String> RESERVED =
      Set.of("-rf -rff -o -jvm -jvmArgsPrepend -wi -foe -v -t -tg -bm -bs".split(" "));

  /** An option and its number in one word. */
  private static final Pattern ONE_WORD = Pattern.compile("(-(?:f|i|t|wi|bs))=?(\\d+|max)");

  /** An option and its parameter in one word. */
  private static final Pattern PARAMETER_IN_ONE_WORD = Pattern.compile("(-p)(?!rof)([^=]+=.*)");

  private static final String PARAMETER = "-p";
  private static final String JVM_FLAGS = "-jvmArgsAppend";

  /** Options with a value that are part of the plan already. */
  private static final Set<String> PLANNED = Set.of(PARAMETER, "-f", "-i");

  private static final Set<String> QUESTIONS = Set.of("-l", "-lp", "-lprof", "-lrf", "-h");

  /** Options that JMH accepts more than once. */
  private static final Set<String> REPEATED = Set.of(PARAMETER, "-prof");

  /** Refuses options that give no results, or forks without a cold and a warm batch. */
  public JmhOptions {
    arguments = List.copyOf(arguments);
    for (int i = 0; i < arguments.size(); i++) {
      String option = arguments.get(i);
      if (QUESTIONS.contains(option)) {
        throw CoreboundException.invalidInput(
            "JMH's option %s measures nothing; for the list of suites give --list"
                .formatted(option));
      }
      if (RESERVED.contains(option)) {
        throw CoreboundException.invalidInput(
            "JMH's option %s cannot be given: corebound sets it and reads the results by it"
                .formatted(option));
      }
      refuseOneWord(option, ONE_WORD);
      refuseOneWord(option, PARAMETER_IN_ONE_WORD);
      if (!option.startsWith("-") && (i == 0 || !arguments.get(i - 1).startsWith("-"))) {
        throw CoreboundException.invalidInput(
            "'%s' is not an option of JMH; suites are named before the --".formatted(option));
      }
    }
  }

  private static void refuseOneWord(String option, Pattern oneWord) {
    Matcher word = oneWord.matcher(option);
    if (word.matches()) {
      throw CoreboundException.invalidInput(
          "JMH's option %s: write %s %s".formatted(option, word.group(1), word.group(2)));
    }
  }

  /**
   * Lets JMH parse them without measuring.
   *
   * @throws CoreboundException (invalid input) with JMH's own reason
   */
  public void check(Host host, Path java, String classPath) {
    if (arguments.isEmpty()) {
      return;
    }
    List<String> command =
        new ArrayList<>(
            List.of(
                java.toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath,
                "org.openjdk.jmh.Main"));
    command.addAll(arguments);
    command.add("-l");
    Outcome outcome = host.run(new Command(command, Map.of(), null, Duration.ofSeconds(60)));
    if (!outcome.ok()) {
      throw CoreboundException.invalidInput("JMH's options: " + outcome.lastWords());
    }
  }

  /**
   * The number of an option.
   *
   * @throws CoreboundException (invalid input) when it is not a number, or too small
   */
  Optional<Integer> number(String option, int least) {
    int at = arguments.indexOf(option);
    if (at < 0) {
      return Optional.empty();
    }
    String value = at + 1 < arguments.size() ? arguments.get(at + 1) : "";
    if (!value.matches("\\d{1,6}") || Integer.parseInt(value) < least) {
      throw CoreboundException.invalidInput(
          "JMH's option %s is a whole number from %s on, not '%s'".formatted(option, least, value));
    }
    return Optional.of(Integer.valueOf(value));
  }

  /** Values of the parameters that {@code -p} sets, by name. */
  Map<String, List<String>> parameters() {
    Map<String, List<String>> parameters = new LinkedHashMap<>();
    for (int i = 0; i + 1 < arguments.size(); i++) {
      if (arguments.get(i).equals(PARAMETER)) {
        String[] pair = arguments.get(i + 1).split("=", 2);
        parameters.put(pair[0], pair.length < 2 ? List.of() : List.of(pair[1].split(",")));
      }
    }
    return parameters;
  }

  /** Flags of the measured JVMs. */
  JmhOptions ofJvm() {
    return new JmhOptions(jvmPairs().flatMap(List::stream).toList());
  }

  /** Options of the measured JVMs with their values. */
  private Stream<List<String>> jvmPairs() {
    return IntStream.range(0, arguments.size() - 1)
        .filter(i -> arguments.get(i).startsWith("-jvm"))
        .mapToObj(i -> arguments.subList(i, i + 2));
  }

  /** These, and flags that the measured JVMs get after all others. */
  public JmhOptions withJvmFlags(List<String> flags) {
    if (flags.isEmpty()) {
      return this;
    }
    List<String> all = new ArrayList<>(arguments);
    int at = all.indexOf(JVM_FLAGS);
    String joined = String.join(" ", flags);
    if (at < 0) {
      all.addAll(List.of(JVM_FLAGS, joined));
    } else {
      // JMH accepts it once
      all.set(at + 1, all.get(at + 1) + " " + joined);
    }
    return new JmhOptions(all);
  }

  /** Options of the measured JVMs, each with its value, in order. */
  List<String> jvmArguments() {
    return jvmPairs().map(pair -> String.join(" ", pair)).toList();
  }

  /**
   * Replaces those of the runner; parameters, forks and iterations are in the plan already.
   *
   * @param ours pairs of an option and its value
   */
  List<String> over(List<List<String>> ours) {
    List<String> all = new ArrayList<>();
    for (List<String> pair : ours) {
      String option = pair.get(0);
      if (PLANNED.contains(option) || REPEATED.contains(option) || !arguments.contains(option)) {
        all.addAll(pair);
      }
    }
    for (int i = 0; i < arguments.size(); i++) {
      boolean value = i > 0 && PLANNED.contains(arguments.get(i - 1));
      if (!value && !PLANNED.contains(arguments.get(i))) {
        all.add(arguments.get(i));
      }
    }
    return all;
  }
}
