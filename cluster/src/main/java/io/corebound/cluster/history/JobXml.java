package io.corebound.cluster.history;

import io.corebound.records.format.StructuredFiles;
import io.corebound.records.history.Setting;
import io.corebound.records.units.CoreboundException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads a job's configuration, {@code job.xml}: {@code <configuration>} with a {@code <property>}
 * of {@code <name>} and {@code <value>} for each setting. It can hold secrets, so that nothing of
 * it leaves this class but what {@link Setting} keeps; messages quote nothing of it. Hadoop's own
 * {@code Configuration} would follow references to other files.
 */
final class JobXml {
  private static final XMLInputFactory FACTORY = XMLInputFactory.newDefaultFactory();

  static {
    FACTORY.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    FACTORY.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
  }

  private final Map<Setting, String> settings = new EnumMap<>(Setting.class);

  private JobXml() {}

  /**
   * The known settings of a file; refuses one that is missing or no configuration (invalid input).
   */
  static Map<Setting, String> read(Path file) {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      JobXml xml = new JobXml();
      xml.read(FACTORY.createXMLStreamReader(in));
      return xml.settings;
    } catch (XMLStreamException e) {
      throw CoreboundException.invalidInput(
          "%s line %d: is not the XML of a job's configuration, or not all of it",
          file, e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNumber()));
    } catch (NoSuchFileException e) {
      throw CoreboundException.invalidInput("%s: no such file", file);
    } catch (IOException e) {
      throw StructuredFiles.unreadable(file, e);
    }
  }

  private void read(XMLStreamReader xml) throws XMLStreamException {
    xml.nextTag();
    xml.require(XMLStreamConstants.START_ELEMENT, null, "configuration");
    String name = "";
    while (xml.hasNext()) {
      if (xml.next() == XMLStreamConstants.START_ELEMENT) {
        switch (xml.getLocalName()) {
          case "name" -> name = xml.getElementText().strip();
          case "value" -> take(name, xml.getElementText());
          default -> {}
        }
      }
    }
  }

  /** A key's name of today counts more than an older one, whichever comes first. */
  private void take(String name, String value) {
    Optional<Setting> setting = Setting.of(name);
    Optional<String> kept = setting.flatMap(s -> s.kept(value));
    if (kept.isPresent()) {
      if (setting.get().key().equals(name)) {
        settings.put(setting.get(), kept.get());
      } else {
        settings.putIfAbsent(setting.get(), kept.get());
      }
    }
  }
}
