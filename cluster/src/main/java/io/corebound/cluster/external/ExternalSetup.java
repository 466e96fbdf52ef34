package io.corebound.cluster.external;

import io.corebound.cluster.job.LogFile;
import io.corebound.hosts.ledger.ClusterFolder;
import io.corebound.hosts.ledger.HadoopCommands;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.ExitStatus;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;

/** Checks what a run needs of the user's cluster, before anything is made there. */
record ExternalSetup(Host gateway, ClusterFile.External external, HadoopCommands commands) {
  /** A command is a JVM on a machine that may be busy. */
  static final Duration LIMIT = Duration.ofMinutes(5);

  /** What the commands print about the cluster. */
  record About(String version, URI fileSystem) {}

  About check() {
    String version =
        value(
            PrintedValue.VERSION,
            commands.of(LIMIT, external.hadoop(), "version"),
            external.hadoop(),
            "hadoop");
    String authentication =
        configured(PrintedValue.AUTHENTICATION, "hadoop.security.authentication");
    if (authentication.equalsIgnoreCase("kerberos")) {
      requireTicket();
    }
    if (!gateway.run(Command.of(LIMIT, "test", "-r", external.examplesJar())).ok()) {
      throw CoreboundException.missing(
          "no jar of Hadoop's examples at %s on %s; name it in the cluster file: external.examples_jar"
              .formatted(external.examplesJar(), commands.where()));
    }
    requireFolder();
    return new About(
        version.substring("Hadoop ".length()),
        URI.create(configured(PrintedValue.ADDRESS, "fs.defaultFS")));
  }

  /** The user's name in the cluster, which is in paths of the user's jobs ({@code MRApps}). */
  String owner(String path) {
    Command command = commands.files(LIMIT, "-stat", "%u", path);
    return value(PrintedValue.USER, command, external.hadoop(), "hadoop");
  }

  /** Writes a file of this machine into the cluster's file system. */
  void put(Path file, String path) {
    Outcome outcome = gateway.run(commands.files(LIMIT, "-put", "-", path).reading(file));
    if (!outcome.ok()) {
      throw CoreboundException.failed(
          "cannot write %s to the cluster's file system: %s"
              .formatted(path, LogFile.reason(outcome)));
    }
  }

  private String configured(PrintedValue value, String key) {
    Command command = commands.of(LIMIT, external.hdfs(), "getconf", "-confKey", key);
    return value(value, command, external.hdfs(), "hdfs");
  }

  private String value(PrintedValue value, Command command, String program, String key) {
    Outcome outcome =
        run(
            command,
            "no command '%s' on %s; give its path in the cluster file: external.%s"
                .formatted(program, commands.where(), key));
    if (!outcome.ok()) {
      throw CoreboundException.failed(
          "%s: '%s' failed: %s"
              .formatted(commands.where(), line(command), LogFile.reason(outcome)));
    }
    return value.in(line(command), outcome.out());
  }

  private static String line(Command command) {
    return String.join(" ", command.arguments());
  }

  /** Runs a command; throws with {@code missing} when the program does not exist. */
  private Outcome run(Command command, String missing) {
    try {
      return gateway.run(command);
    } catch (CoreboundException e) {
      throw e.status() == ExitStatus.MACHINE_LACKS ? CoreboundException.missing(missing) : e;
    }
  }

  private void requireTicket() {
    Outcome ticket =
        run(
            Command.of(LIMIT, "klist", "-s").asUser(),
            "the cluster asks for Kerberos, and %s has no klist to look for a ticket"
                .formatted(commands.where()));
    if (!ticket.ok()) {
      throw CoreboundException.missing(
          "the cluster asks for Kerberos, and you have no valid ticket on %s; get one there with kinit"
              .formatted(commands.where()));
    }
  }

  private void requireFolder() {
    String path = external.workDirectory();
    Command command = commands.files(LIMIT, "-stat", "%F", path);
    Outcome found = gateway.run(command);
    if (!found.ok() && !found.err().contains(ClusterFolder.NOT_THERE)) {
      throw CoreboundException.failed(
          "the cluster's file system does not answer: " + LogFile.reason(found.err()));
    }
    if (!found.ok()
        || !PrintedValue.KIND_OF_FILE.in(line(command), found.out()).equals("directory")) {
      throw CoreboundException.invalidInput(
          "external.work_directory: folder %s does not exist in the cluster's file system; make it: %s fs -mkdir %s"
              .formatted(path, external.hadoop(), path));
    }
  }
}
