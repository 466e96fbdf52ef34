package io.corebound.analysis;

import io.corebound.records.units.CoreboundException;
import java.util.Locale;
import java.util.ResourceBundle;

/** What the model and the plan say: templates of {@code sentences.properties}, by their keys. */
public final class Sentences {
  private static final ResourceBundle TEMPLATES =
      ResourceBundle.getBundle("io.corebound.analysis.sentences", Locale.ROOT);

  private Sentences() {}

  /** A sentence with its places filled, in the order of the template's {@code %s}. */
  public static String of(String key, Object... values) {
    return String.format(Locale.ROOT, TEMPLATES.getString(key), values);
  }

  /** The refusal of an input, in a sentence. */
  public static CoreboundException refusal(String key, Object... values) {
    return CoreboundException.invalidInput(of(key, values));
  }
}
