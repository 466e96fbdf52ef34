package io.corebound.memory.job;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A command line of {@code --name value} pairs. Each accessor throws a {@link JobFailure} with exit
 * status 2 that names the option.
 */
public final class Options {
  private static final String SET = "set";

  private final Map<String, String> values = new HashMap<>();
  private final Map<String, String> settings = new TreeMap<>();

  /**
   * The pairs of a command line.
   *
   * @param known names without the hyphens
   */
  public Options(String[] arguments, Set<String> known) {
    List<String> left = new ArrayList<>(List.of(arguments));
    while (!left.isEmpty()) {
      String option = left.remove(0);
      String name = option.startsWith("--") ? option.substring(2) : "";
      if (!known.contains(name)) {
        throw JobFailure.wrong(
            "unknown option '%s'; there are %s",
            option, known.stream().sorted().map(o -> "--" + o).collect(Collectors.joining(", ")));
      }
      if (left.isEmpty()) {
        throw JobFailure.wrong("%s needs a value", option);
      }
      put(name, left.remove(0));
    }
  }

  private void put(String name, String value) {
    if (name.equals(SET)) {
      String[] pair = value.split("=", 2);
      if (pair.length != 2 || pair[0].isEmpty()) {
        throw JobFailure.wrong("--set %s: must be NAME=VALUE", value);
      }
      settings.put(pair[0], pair[1]);
    } else if (values.put(name, value) != null) {
      throw JobFailure.wrong("--%s is given twice", name);
    }
  }

  /** All pairs of {@code --set}. */
  public Map<String, String> settings() {
    return settings;
  }

  public String text(String name) {
    String value = values.get(name);
    if (value == null) {
      throw JobFailure.wrong("--%s is missing", name);
    }
    return value;
  }

  public String text(String name, String otherwise) {
    return values.getOrDefault(name, otherwise);
  }

  /** A whole number of at least {@code least}. */
  public int number(String name, int least) {
    String value = text(name);
    try {
      int number = Integer.parseInt(value);
      if (number >= least) {
        return number;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw JobFailure.wrong("--%s %s: must be a whole number from %s", name, value, least);
  }

  public int number(String name, int least, int otherwise) {
    return values.containsKey(name) ? number(name, least) : otherwise;
  }

  /** The constant that is written as the value. */
  public <E extends Enum<E>> E constant(String name, Class<E> type, E otherwise) {
    String value = text(name, otherwise.toString());
    return Arrays.stream(type.getEnumConstants())
        .filter(constant -> constant.toString().equals(value))
        .findFirst()
        .orElseThrow(
            () ->
                JobFailure.wrong(
                    "--%s %s: there are %s",
                    name, value, Arrays.toString(type.getEnumConstants())));
  }

  /** A host and a port. */
  public InetSocketAddress address(String name) {
    String value = text(name);
    int colon = value.lastIndexOf(':');
    try {
      int port = Integer.parseInt(value.substring(colon + 1));
      if (colon > 0 && port >= 0 && port < 1 << 16) {
        return new InetSocketAddress(host(name, value.substring(0, colon)), port);
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw JobFailure.wrong("--%s %s: must be HOST:PORT", name, value);
  }

  private static InetAddress host(String name, String host) {
    try {
      return InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw JobFailure.wrong("--%s %s: unknown host", name, host);
    }
  }

  /** An address of this machine that one can listen on: never all of them. */
  public InetAddress own(String name) {
    return own(name, host(name, text(name)));
  }

  /** The address, if it is one of this machine. */
  public static InetAddress own(String name, InetAddress address) {
    try {
      if (!address.isAnyLocalAddress()
          && (address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null)) {
        return address;
      }
    } catch (SocketException e) {
      // said below
    }
    throw JobFailure.wrong(
        "--%s %s: must be a loopback address or one of this node's own",
        name, address.getHostAddress());
  }
}
