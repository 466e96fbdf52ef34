package io.corebound.cluster.history;

import io.corebound.records.format.StructuredFiles;
import io.corebound.records.history.Doubt;
import io.corebound.records.history.Setting;
import io.corebound.records.units.CoreboundException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads a job's configuration, {@code job.xml}: {@code <configuration>} with a {@code <property>}
 * of {@code <name>} and {@code <value>} for each setting. It can hold secrets, so that nothing of
 * it leaves this package but what {@link Setting} keeps; messages quote nothing of it. The file is
 * not read by Hadoop's own {@code Configuration}, which would follow references to other files.
 */
final class JobXml {
  /** {@code MRJobConfig.MAPREDUCE_JOB_DIR}: the folder, named by the job, that it was sent in. */
  private static final String STAGING = "mapreduce.job.dir";

  private static final String BEGIN = "<configuration";
  private static final Pattern JOB = Pattern.compile("job_[0-9]+_[0-9]+$");
  private static final XMLInputFactory FACTORY = XMLInputFactory.newDefaultFactory();

  static {
    FACTORY.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    FACTORY.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
  }

  private final Path file;
  private final Map<String, String> values = new LinkedHashMap<>();
  private final Set<String> finals = new HashSet<>();

  /** Whether its last element has ended. */
  private boolean whole;

  private JobXml(Path file) {
    this.file = file;
  }

  /**
   * The known settings of a file; refuses one that is missing, no configuration, or that of another
   * job (invalid input). Settings that cannot be read become a doubt.
   */
  static Map<Setting, String> read(Path file, String job, List<Doubt> doubts) {
    JobXml xml = new JobXml(file);
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      xml.parse(in);
      xml.refuseThatOfAnother(job);
      return new JobSettingsReader(xml.values).read(doubts);
    } catch (NoSuchFileException e) {
      throw CoreboundException.invalidInput("%s: no such file", file);
    } catch (IOException e) {
      throw StructuredFiles.unreadable(file, e);
    }
  }

  private void parse(InputStream in) throws IOException {
    try {
      read(FACTORY.createXMLStreamReader(in));
    } catch (XMLStreamException e) {
      throw CoreboundException.invalidInput(
          refusal(),
          file,
          e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNumber()));
    }
  }

  private String refusal() throws IOException {
    if (!whole) {
      return "%s line %s: is not the XML of a job's configuration, or not all of it; give another, --conf";
    }
    // UTF-16 has a zero beside each letter
    String text = Files.readString(file, StandardCharsets.ISO_8859_1).replace("\0", "");
    return text.indexOf(BEGIN) < text.lastIndexOf(BEGIN)
        ? "%s line %s: a second configuration begins: split the file, or give another, --conf"
        : "%s line %s: text follows its end: remove it, or give another, --conf";
  }

  private void refuseThatOfAnother(String job) {
    Matcher id = JOB.matcher(values.getOrDefault(STAGING, "").strip());
    if (id.find() && !id.group().equals(job)) {
      throw CoreboundException.invalidInput(
          "%s: is the configuration of %s; give that of %s with --conf", file, id.group(), job);
    }
  }

  private void read(XMLStreamReader xml) throws XMLStreamException {
    xml.nextTag();
    xml.require(XMLStreamConstants.START_ELEMENT, null, "configuration");
    Map<String, String> property = new HashMap<>();
    while (xml.hasNext()) {
      int event = xml.next();
      whole |=
          event == XMLStreamConstants.END_ELEMENT && xml.getLocalName().equals("configuration");
      if (event == XMLStreamConstants.START_ELEMENT) {
        switch (xml.getLocalName()) {
          case "property" -> {
            property.clear();
            for (int i = 0; i < xml.getAttributeCount(); i++) {
              property.put(xml.getAttributeLocalName(i), xml.getAttributeValue(i));
            }
          }
          case "name", "value", "final" -> property.put(xml.getLocalName(), xml.getElementText());
          default -> {}
        }
      } else if (event == XMLStreamConstants.END_ELEMENT && xml.getLocalName().equals("property")) {
        take(property);
      }
    }
  }

  /** The last value of a key counts, up to the first that is final. */
  private void take(Map<String, String> property) {
    String name = property.getOrDefault("name", "").strip();
    String value = property.get("value");
    if (!name.isEmpty() && value != null && !finals.contains(name)) {
      values.put(name, value);
    }
    if (property.getOrDefault("final", "").strip().equals("true")) {
      finals.add(name);
    }
  }
}
