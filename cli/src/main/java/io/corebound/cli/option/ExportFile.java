package io.corebound.cli.option;

import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The file of {@code --export}; one that cannot be written is refused at once. */
public final class ExportFile implements ITypeConverter<Path> {
  @Override
  public Path convert(String text) {
    if (text.isBlank()) {
      throw new TypeConversionException("the name of the file is empty");
    }
    Path file = Path.of(text);
    if (Files.isDirectory(file)) {
      throw new TypeConversionException(
          "%s is a folder; name a file in it, such as %s"
              .formatted(text, file.resolve("page.html")));
    }
    if (PageOutput.Format.of(file).isEmpty()) {
      throw new TypeConversionException(
          text + ": end the name with what it is to be: .html, .md, .csv or .json");
    }
    Path folder = file.toAbsolutePath().getParent();
    while (!Files.exists(folder)) {
      folder = folder.getParent();
    }
    if (!Files.isDirectory(folder)) {
      throw new TypeConversionException(
          folder + " is not a folder; name a file in an existing one");
    }
    if (!Files.isWritable(folder)) {
      throw new TypeConversionException(
          "this user may not write into " + folder + "; name a file elsewhere");
    }
    return file;
  }
}
