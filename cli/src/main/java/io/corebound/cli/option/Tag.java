package io.corebound.cli.option;

import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A user's own mark of a run, {@code KEY=VALUE}. */
public record Tag(String key, String value) {
  private static final Pattern KEY = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,63}");

  @Override
  public String toString() {
    return key + "=" + value;
  }

  public static final class Converter implements ITypeConverter<Tag> {
    @Override
    public Tag convert(String text) {
      int at = text.indexOf('=');
      if (at < 0 || at == text.length() - 1 || !KEY.matcher(text.substring(0, at)).matches()) {
        throw new TypeConversionException(
            "'%s' is no tag; write KEY=VALUE, such as jdk=25".formatted(text));
      }
      return new Tag(text.substring(0, at), text.substring(at + 1));
    }
  }
}
