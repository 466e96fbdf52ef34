package io.corebound.microbench.corpus;

import io.corebound.microbench.OneLineException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * The articles of a MediaWiki dump (its export schema: {@code
 * https://www.mediawiki.org/xml/export-0.10.xsd}), without markup, read as a stream. Redirects and
 * pages of other namespaces than articles (key 0) are left out; of several revisions the last one
 * in the file counts.
 */
final class MediaWikiDump implements Texts {
  /** Keys of the namespaces whose links show no text: media, files, categories. */
  private static final Set<String> UNSEEN_KEYS = new HashSet<>(Arrays.asList("-2", "6", "14"));

  private final InputStream in;
  private final String name;
  private final Set<String> namespaces = new HashSet<>();
  private final Set<String> unseen = new HashSet<>();
  private XMLStreamReader xml;
  private WikiMarkup markup;
  private long pages;
  private long articles;
  private Page page;

  MediaWikiDump(InputStream in, String name) {
    this.in = in;
    this.name = name;
    unseen.add("image"); // what English files were called once
  }

  private static final class Page {
    private String title = "";
    private String namespace = "";
    private String revision = "";
    private String text = "";
    private boolean redirect;
  }

  @Override
  public String next() throws IOException {
    try {
      if (xml == null) {
        begin();
      }
      while (xml.hasNext()) {
        int event = xml.next();
        if (event == XMLStreamConstants.START_ELEMENT) {
          element(xml.getLocalName());
        } else if (event == XMLStreamConstants.END_ELEMENT
            && xml.getLocalName().equals("page")
            && isArticle()) {
          articles++;
          return markup().plain(page.text);
        }
      }
    } catch (XMLStreamException e) {
      throw wrong(e);
    }
    if (articles == 0) {
      throw new OneLineException(
          "corpus: " + name + " has no articles: all of its " + pages + " pages are others");
    }
    return null;
  }

  /** The title of the article that {@link #next} gave last. */
  String title() {
    return page.title;
  }

  String revision() {
    return page.revision;
  }

  private void begin() throws XMLStreamException {
    XMLInputFactory factory = XMLInputFactory.newInstance();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    xml = factory.createXMLStreamReader(in, "UTF-8");
    int event = xml.next();
    while (event == XMLStreamConstants.COMMENT || event == XMLStreamConstants.SPACE) {
      event = xml.next();
    }
    boolean element = event == XMLStreamConstants.START_ELEMENT;
    if (!element || !xml.getLocalName().equals("mediawiki")) {
      throw new OneLineException(
          at("corpus: " + name, xml.getLocation().getLineNumber())
              + ": not a MediaWiki dump: it begins with "
              + (element ? "<" + xml.getLocalName() + ">" : "a document type")
              + " instead of <mediawiki>");
    }
  }

  private void element(String element) throws XMLStreamException {
    if (element.equals("namespace")) {
      namespace(xml.getAttributeValue(null, "key"), xml.getElementText());
    } else if (element.equals("page")) {
      pages++;
      page = new Page();
    } else if (page != null) {
      elementOfPage(element);
    }
  }

  private void elementOfPage(String element) throws XMLStreamException {
    switch (element) {
      case "redirect":
        page.redirect = true;
        break;
      case "title":
        page.title = xml.getElementText();
        break;
      case "ns":
        page.namespace = xml.getElementText().trim();
        break;
      case "revision":
        page.revision = "";
        break;
      case "id":
        revision(xml.getElementText());
        break;
      case "text":
        page.text = xml.getElementText();
        break;
      default:
        // nothing that is needed
    }
  }

  private void namespace(String key, String title) {
    String prefix = title.toLowerCase(Locale.ROOT);
    if (UNSEEN_KEYS.contains(key)) {
      unseen.add(prefix);
    }
    if (!prefix.isEmpty()) {
      namespaces.add(prefix);
    }
  }

  /** A page has an id, then its revision has one, then the revision's contributor. */
  private void revision(String id) {
    if (page.revision.isEmpty()) {
      page.revision = id;
    }
  }

  private boolean isArticle() {
    boolean redirect =
        page.redirect || page.text.trim().toLowerCase(Locale.ROOT).startsWith("#redirect");
    return inArticles() && !redirect && !page.text.trim().isEmpty();
  }

  /** Dumps of before 2012 say the namespace in the title only. */
  private boolean inArticles() {
    if (!page.namespace.isEmpty()) {
      return page.namespace.equals("0");
    }
    int colon = page.title.indexOf(':');
    return colon < 0
        || !namespaces.contains(page.title.substring(0, colon).toLowerCase(Locale.ROOT));
  }

  private WikiMarkup markup() {
    if (markup == null) {
      markup = new WikiMarkup(unseen);
    }
    return markup;
  }

  /** The file's own trouble is reported by its reader; the rest is no XML. */
  private RuntimeException wrong(XMLStreamException e) throws IOException {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof OneLineException) {
        return (OneLineException) cause;
      }
    }
    int line = e.getLocation() == null ? -1 : e.getLocation().getLineNumber();
    String reason = e.getMessage().replaceAll("\\s+", " ");
    return new OneLineException(
        at("corpus: " + name, line) + ": not a whole MediaWiki dump in UTF-8: " + reason);
  }

  private static String at(String file, int line) {
    return line > 0 ? file + " line " + line : file;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
