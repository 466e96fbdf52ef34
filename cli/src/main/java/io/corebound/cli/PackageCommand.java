package io.corebound.cli;

import io.corebound.app.pack.Packer;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.ExitStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "package",
    description =
        """
        Makes corebound-VERSION.tar.gz: to unpack where there is neither Maven nor a network. It \
        needs a JDK there, and has no Spark.\
        """)
final class PackageCommand extends Subcommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--output",
      paramLabel = "DIR",
      description = "folder of the archive and its SHA-256 (default: the working directory)")
  private Path folder = Path.of("");

  @Override
  public Integer call() {
    if (Files.exists(folder.toAbsolutePath()) && !Files.isDirectory(folder.toAbsolutePath())) {
      throw CoreboundException.invalidInput("--output %s: is not a folder", folder);
    }
    CommandLine corebound = spec.root().commandLine();
    Path archive =
        Packer.pack(
            installation(),
            folder,
            Map.of(
                "completion.bash",
                AutoComplete.bash("corebound", corebound),
                "man/man1/corebound.1",
                ManPage.of(corebound)));
    out().printf("%s%n%s.sha256%n", archive, archive);
    out().flush();
    return ExitStatus.OK.code();
  }
}
