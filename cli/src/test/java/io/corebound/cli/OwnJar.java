package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.hosts.Checkout;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;

/** A user's jar: a class of the package {@code own}, compiled with Hadoop's jars. */
final class OwnJar {
  static final Path LIBRARIES = Checkout.ROOT.resolve("cluster/hadoop/target/lib");

  private OwnJar() {}

  /** The compiler knows no {@code /*} when it is called and not started. */
  private static String classPath() throws IOException {
    try (Stream<Path> jars = Files.list(LIBRARIES)) {
      return jars.map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }
  }

  /** Makes {@code <class, in lower case>.jar} in a folder. */
  static Path of(Path folder, String className, String text) throws IOException {
    Path source = Files.createDirectories(folder.resolve("own")).resolve(className + ".java");
    Files.writeString(source, text);
    int compiled =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "--release",
                "8",
                "-nowarn",
                "-cp",
                classPath(),
                source.toString());
    assertThat(compiled).isZero();
    Path file = folder.resolve(className.toLowerCase(Locale.ROOT) + ".jar");
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file));
        Stream<Path> classes = Files.list(source.getParent())) {
      for (Path each : classes.filter(f -> f.toString().endsWith(".class")).toList()) {
        jar.putNextEntry(new ZipEntry("own/" + each.getFileName()));
        jar.write(Files.readAllBytes(each));
        jar.closeEntry();
      }
    }
    return file;
  }
}
