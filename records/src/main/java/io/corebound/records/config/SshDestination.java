package io.corebound.records.config;

import io.corebound.records.units.Refuse;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A host as a user names it for ssh(1), in the forms that ssh and other programs take: {@code
 * user@node}, a name of the user's ssh configuration, {@code CORP\alice@node}, {@code node:2222},
 * {@code ssh://user@node:2222}, {@code 2001:db8::7}, {@code [2001:db8::7]:2222}.
 *
 * @param name of the host in records and folders; reads as the same destination
 * @param arguments what to give to ssh, which takes a port and brackets in its URI only
 */
public record SshDestination(String name, List<String> arguments) {
  /** No part begins as an option does, or has what a shell of the user's configuration reads. */
  private static final Pattern FORM =
      Pattern.compile(
          "(?:ssh://)?((?:USER@)?)(?:(NAME)|(ADDRESS)|\\[(ADDRESS)\\])(?::([0-9]{1,5}))?/?"
              .replace("USER", "[A-Za-z0-9_][A-Za-z0-9_.@:%+=~\\\\-]*")
              .replace("NAME", "[A-Za-z0-9_][A-Za-z0-9_.%+-]*")
              .replace("ADDRESS", "[0-9A-Fa-f]*:[0-9A-Fa-f]*:[0-9A-Fa-f:.]*(?:%[A-Za-z0-9_.-]+)?"));

  public SshDestination {
    arguments = List.copyOf(arguments);
  }

  /**
   * Reads one.
   *
   * @throws IllegalArgumentException when it cannot be one, with the forms that can
   */
  public static SshDestination of(String text) {
    Matcher form = FORM.matcher(text == null ? "" : text);
    boolean matches = form.matches();
    String port = matches ? form.group(5) : null;
    Refuse.when(
        !matches || port != null && (Integer.parseInt(port) < 1 || Integer.parseInt(port) > 65_535),
        """
        '%s' is not one host for ssh; give a name of your ssh configuration, node, user@node, \
        'CORP\\alice@node', node:2222, 2001:db8::7 or [2001:db8::7]:2222\
        """,
        text);
    boolean boxed = form.group(4) != null;
    String plain = form.group(2) != null ? form.group(2) : form.group(boxed ? 4 : 3);
    String host = form.group(1) + plain;
    if (port == null) {
      return new SshDestination(host, List.of("--", host));
    }
    String before = form.group(2) != null ? plain : "[%s]".formatted(plain);
    return new SshDestination(
        "%s%s:%s".formatted(form.group(1), before, port), List.of("-p", port, "--", host));
  }

  /** How a person reaches it: the beginning of a command for a shell. */
  public String typed() {
    return arguments.stream()
        .filter(word -> !word.equals("--"))
        .map(word -> word.contains("\\") ? "'%s'".formatted(word) : word)
        .collect(Collectors.joining(" ", "ssh ", ""));
  }
}
