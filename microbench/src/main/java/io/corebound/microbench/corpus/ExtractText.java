package io.corebound.microbench.corpus;

import io.corebound.microbench.OneLineException;
import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.zip.GZIPOutputStream;

/**
 * Makes the text that comes with corebound out of a MediaWiki dump, with a list of its articles to
 * name their authors by; {@code docs/suites/parse.md} has the command.
 */
public final class ExtractText {
  private ExtractText() {}

  /** Writes both files; ends the JVM with status 2 where the dump or the command is wrong. */
  public static void main(String[] arguments) throws IOException {
    try {
      if (arguments.length != 3) {
        throw new OneLineException("give three names: DUMP TEXT.txt.gz ARTICLES.tsv");
      }
      try (Texts dump = CorpusSource.open(arguments[0])) {
        if (!(dump instanceof MediaWikiDump)) {
          throw new OneLineException(arguments[0] + " is not named as a dump is: .xml, .xml.bz2");
        }
        extract((MediaWikiDump) dump, Paths.get(arguments[1]), Paths.get(arguments[2]));
      }
    } catch (OneLineException e) {
      System.err.println(e.getMessage());
      System.exit(2);
    }
  }

  private static void extract(MediaWikiDump dump, Path text, Path list) throws IOException {
    try (OutputStream out =
            new BufferedOutputStream(new GZIPOutputStream(Files.newOutputStream(text)));
        BufferedWriter articles = Files.newBufferedWriter(list, StandardCharsets.UTF_8)) {
      CorpusText lines = new CorpusText(out, Long.MAX_VALUE);
      for (String article = dump.next(); article != null; article = dump.next()) {
        articles.write(dump.revision() + "\t" + dump.title() + "\n");
        lines.add(article);
      }
    }
  }
}
