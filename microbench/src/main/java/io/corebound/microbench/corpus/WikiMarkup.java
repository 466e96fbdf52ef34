package io.corebound.microbench.corpus;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes MediaWiki's markup out of an article (its syntax: {@code
 * https://www.mediawiki.org/wiki/Help:Formatting}). What a reader sees as running text stays:
 * paragraphs, headings, items of lists, the text of links. Templates, tables, references, formulas,
 * program code, files and categories go.
 */
final class WikiMarkup {
  private static final Pattern COMMENT = Pattern.compile("(?s)<!--.*?(?:-->|\\z)");
  private static final Pattern EMPTY_REFERENCE = Pattern.compile("(?i)<ref\\b[^<>]*/\\s*>");

  private static final Pattern ELEMENT =
      Pattern.compile(
          "(?is)<(ref|math|chem|gallery|timeline|syntaxhighlight|source|pre|code|score|hiero"
              + "|imagemap|templatedata|table)\\b[^<>]*(?<!/)>.*?</\\1\\s*>");

  private static final Pattern TAG = Pattern.compile("</?[a-zA-Z][^<>]*>");
  private static final Pattern EXTERNAL_LINK =
      Pattern.compile("\\[(?:https?:|ftp:|mailto:)?//[^\\s\\]]*\\s*([^\\]\\n]*)\\]");
  private static final Pattern QUOTES = Pattern.compile("'{2,5}");
  private static final Pattern RULE = Pattern.compile("(?m)^-{4,}");
  private static final Pattern HEADING = Pattern.compile("(?m)^(={1,6})\\s*(.*?)\\s*\\1\\s*$");
  private static final Pattern ITEM = Pattern.compile("(?m)^[*#:;]+\\s*");
  private static final Pattern SWITCH = Pattern.compile("__[A-Z]{3,}__");
  private static final Pattern LEFT_OVER = Pattern.compile("\\{\\{|\\}\\}|\\{\\||\\|\\}");
  private static final Pattern EMPTY_PARENTHESES = Pattern.compile("\\([\\s;,]*\\)");
  private static final Pattern BLANKS = Pattern.compile("[ \\t\\u00a0]+");
  private static final Pattern LANGUAGE = Pattern.compile("[a-z]{2,3}(-[a-z-]+)?:\\S.*");
  private static final Pattern ENTITY =
      Pattern.compile("&(?:#(\\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}));");

  private static final Map<String, String> CHARACTERS = characters();

  private final Set<String> unseen;

  WikiMarkup(Set<String> unseen) {
    this.unseen = unseen;
  }

  String plain(String markup) {
    String text = COMMENT.matcher(markup).replaceAll("");
    text = EMPTY_REFERENCE.matcher(text).replaceAll("");
    text = ELEMENT.matcher(text).replaceAll("");
    text = withoutTemplatesAndTables(text);
    text = withLinksAsText(text);
    text = EXTERNAL_LINK.matcher(text).replaceAll("$1");
    text = QUOTES.matcher(text).replaceAll("");
    text = TAG.matcher(text).replaceAll("");
    text = RULE.matcher(text).replaceAll("");
    text = HEADING.matcher(text).replaceAll("$2");
    text = ITEM.matcher(text).replaceAll("");
    text = SWITCH.matcher(text).replaceAll("");
    text = withCharacters(text);
    text = LEFT_OVER.matcher(text).replaceAll("");
    text = EMPTY_PARENTHESES.matcher(text).replaceAll("");
    return BLANKS.matcher(text).replaceAll(" ");
  }

  /**
   * What opens is put on a stack with its place in the result; what closes it cuts the result off
   * there. One pass, whatever the depth.
   */
  private static String withoutTemplatesAndTables(String text) {
    StringBuilder plain = new StringBuilder(text.length());
    Deque<Integer> places = new ArrayDeque<>();
    Deque<Boolean> tables = new ArrayDeque<>();
    int i = 0;
    while (i < text.length()) {
      boolean inTable = !tables.isEmpty() && tables.peek();
      boolean inTemplate = !tables.isEmpty() && !inTable;
      boolean template = text.startsWith("{{", i);
      if (template || text.startsWith("{|", i)) {
        places.push(plain.length());
        tables.push(!template);
        plain.append(' ').append(' '); // the place counts, not what stands there
        i += 2;
      } else if (inTemplate && text.startsWith("}}", i)
          || inTable && text.startsWith("|}", i) && !text.startsWith("|}}", i)) {
        plain.setLength(places.pop());
        tables.pop();
        i += 2;
      } else {
        plain.append(text.charAt(i));
        i++;
      }
    }
    return plain.toString();
  }

  /** From the inside out, since the caption of a file has links, too. */
  private String withLinksAsText(String text) {
    StringBuilder plain = new StringBuilder(text.length());
    Deque<Integer> places = new ArrayDeque<>();
    int i = 0;
    while (i < text.length()) {
      if (text.startsWith("[[", i)) {
        places.push(plain.length());
        i += 2;
      } else if (!places.isEmpty() && text.startsWith("]]", i)) {
        int place = places.pop();
        String shown = shown(plain.substring(place));
        plain.setLength(place);
        plain.append(shown);
        i += 2;
      } else {
        plain.append(text.charAt(i));
        i++;
      }
    }
    return plain.toString();
  }

  private String shown(String link) {
    int bar = link.indexOf('|');
    String target = (bar < 0 ? link : link.substring(0, bar)).trim();
    int colon = target.indexOf(':');
    if (colon > 0) {
      String prefix = target.substring(0, colon).trim().toLowerCase(Locale.ROOT);
      if (unseen.contains(prefix) || bar < 0 && LANGUAGE.matcher(target).matches()) {
        return "";
      }
    }
    if (bar >= 0) {
      return link.substring(bar + 1);
    }
    return colon == 0 ? target.substring(1) : target;
  }

  private static String withCharacters(String text) {
    Matcher entity = ENTITY.matcher(text);
    StringBuffer plain = new StringBuffer(text.length());
    while (entity.find()) {
      entity.appendReplacement(plain, Matcher.quoteReplacement(character(entity)));
    }
    return entity.appendTail(plain).toString();
  }

  /** An entity that is not known stays as it is. */
  private static String character(Matcher entity) {
    if (entity.group(3) != null) {
      return CHARACTERS.getOrDefault(entity.group(3), entity.group());
    }
    int code =
        entity.group(1) != null
            ? Integer.parseInt(entity.group(1))
            : Integer.parseInt(entity.group(2), 16);
    boolean surrogate = code >= Character.MIN_SURROGATE && code <= Character.MAX_SURROGATE;
    return Character.isValidCodePoint(code) && !surrogate
        ? new String(Character.toChars(code))
        : entity.group();
  }

  private static Map<String, String> characters() {
    String[] names = {
      "nbsp", " ", "thinsp", " ", "ensp", " ", "emsp", " ", "amp", "&", "lt", "<", "gt", ">",
      "quot", "\"", "ndash", "\u2013", "mdash", "\u2014", "minus", "\u2212", "times", "\u00d7",
      "deg", "\u00b0", "hellip", "\u2026", "prime", "\u2032", "middot", "\u00b7", "bull", "\u2022",
      "lsquo", "\u2018", "rsquo", "\u2019", "ldquo", "\u201c", "rdquo", "\u201d", "sect", "\u00a7",
      "plusmn", "\u00b1", "rarr", "\u2192", "larr", "\u2190", "ne", "\u2260", "le", "\u2264", "ge",
      "\u2265", "pi", "\u03c0", "mu", "\u03bc", "alpha", "\u03b1", "beta", "\u03b2", "pound",
      "\u00a3", "euro", "\u20ac", "copy", "\u00a9", "eacute", "\u00e9"
    };
    Map<String, String> characters = new HashMap<>();
    for (int i = 0; i < names.length; i += 2) {
      characters.put(names[i], names[i + 1]);
    }
    return characters;
  }
}
