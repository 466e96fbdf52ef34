package io.corebound.hosts.ledger;

import io.corebound.hosts.process.Command;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How the commands of a user's Hadoop cluster are called, and where.
 *
 * @param gateway what is given to {@code ssh} to get to where they run; null for this machine
 * @param configuration {@code HADOOP_CONF_DIR} of the commands; null for their own
 */
public record HadoopCommands(String gateway, String configuration, String hadoop, String yarn) {

  /** A command with arguments, in the user's environment and what it needs besides. */
  public Command of(Duration limit, String program, String... arguments) {
    return new Command(
            List.of(with(program, arguments)),
            configuration == null ? Map.of() : Map.of("HADOOP_CONF_DIR", configuration),
            (Path) null,
            limit)
        .asUser();
  }

  /** {@code hadoop fs} with arguments. */
  public Command files(Duration limit, String... arguments) {
    return of(limit, hadoop, with("fs", arguments));
  }

  /** {@code yarn application} with arguments. */
  public Command application(Duration limit, String... arguments) {
    return of(limit, yarn, with("application", arguments));
  }

  /** Where they run, for messages. */
  public String where() {
    return gateway == null ? "this machine" : gateway;
  }

  private static String[] with(String first, String... others) {
    List<String> all = new ArrayList<>(List.of(first));
    all.addAll(List.of(others));
    return all.toArray(String[]::new);
  }
}
