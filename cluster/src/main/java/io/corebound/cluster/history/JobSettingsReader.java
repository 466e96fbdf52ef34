package io.corebound.cluster.history;

import io.corebound.records.history.Doubt;
import io.corebound.records.history.Setting;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.mapreduce.util.ConfigUtil;
import org.apache.hadoop.yarn.util.UnitsConversionUtil;

/**
 * The known settings among the values of a configuration, read by the getters of Hadoop's {@code
 * Configuration}: with its variables, spaces, hexadecimal numbers, suffixes and older names. What
 * variables take from the environment and the system properties of another machine is not known.
 */
final class JobSettingsReader {
  private static final Pattern MEMORY = Pattern.compile("([0-9]+) ?(.*)");

  /** No key begins so: a variable that is named so stays as it is. */
  private static final String NOT_KNOWN = "${\u0000";

  static {
    ConfigUtil.loadResources();
    HdfsConfiguration.init();
  }

  private final Configuration configuration = new Configuration(false);
  private final List<String> unread = new ArrayList<>();

  /** Of values by key; a name of today counts more than an older one. */
  JobSettingsReader(Map<String, String> values) {
    configuration.setRestrictSystemProperties(true);
    for (boolean old : new boolean[] {true, false}) {
      values.forEach(
          (key, value) -> {
            if (Configuration.isDeprecated(key) == old) {
              configuration.set(key, value.replace("${env.", NOT_KNOWN));
            }
          });
    }
  }

  /** The settings that are there; those that cannot be read become one doubt. */
  Map<Setting, String> read(List<Doubt> doubts) {
    Map<Setting, String> settings = new EnumMap<>(Setting.class);
    for (Setting setting : Setting.values()) {
      setting.keys().stream()
          .filter(key -> isStated(setting, key))
          .findFirst()
          .flatMap(key -> read(setting, key))
          .ifPresent(text -> settings.put(setting, text));
    }
    if (!unread.isEmpty()) {
      doubts.add(new Doubt(Doubt.Kind.UNREAD_SETTINGS, unread.size(), String.join(", ", unread)));
    }
    return settings;
  }

  /** No value is none; but no flags are those of a task, and few say how it starts. */
  private boolean isStated(Setting setting, String key) {
    String raw = configuration.getRaw(key);
    return raw != null
        && switch (setting.form()) {
          case HEAP -> true;
          case START -> setting.kept(raw).isPresent();
          default -> !raw.isBlank();
        };
  }

  private Optional<String> read(Setting setting, String key) {
    Optional<String> kept;
    try {
      String value = byGetter(setting.form(), key);
      kept =
          setting.form() == Setting.Form.HEAP && Setting.leavesHeap(value)
              ? Optional.of(Setting.NO_HEAP)
              : setting.kept(value);
    } catch (IllegalArgumentException | IllegalStateException e) {
      // a number that is none; variables that go round, or too deep
      kept = Optional.empty();
    }
    if (kept.isEmpty()) {
      unread.add(key);
    }
    return kept;
  }

  private String byGetter(Setting.Form form, String key) {
    return switch (form) {
      case INT -> String.valueOf(configuration.getInt(key, 0));
      case LONG -> String.valueOf(configuration.getLong(key, 0));
      case FLOAT -> new BigDecimal(Float.toString(configuration.getFloat(key, 0))).toPlainString();
      case BYTES -> String.valueOf(configuration.getLongBytes(key, 0));
      case MEMORY -> mebibytes(configuration.getTrimmed(key));
      case BOOLEAN -> configuration.getTrimmed(key).toLowerCase(Locale.ROOT);
      case CLASS, HEAP, START -> configuration.get(key);
    };
  }

  /** As {@code TaskAttemptImpl} reads a resource. */
  private static String mebibytes(String text) {
    Matcher memory = MEMORY.matcher(text);
    return memory.matches() && !memory.group(2).isEmpty()
        ? String.valueOf(
            UnitsConversionUtil.convert(memory.group(2), "Mi", Long.parseLong(memory.group(1))))
        : text;
  }
}
