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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
  /** {@code MRJobConfig.MAPREDUCE_JOB_DIR}: the folder, named by the job, that it was sent in. */
  private static final String STAGING = "mapreduce.job.dir";

  private static final Pattern JOB = Pattern.compile("job_[0-9]+_[0-9]+$");
  private static final XMLInputFactory FACTORY = XMLInputFactory.newDefaultFactory();

  static {
    FACTORY.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    FACTORY.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
  }

  private final Map<Setting, String> settings = new EnumMap<>(Setting.class);

  /** The job that it is of, by its staging folder; empty where it does not say. */
  private String job = "";

  private JobXml() {}

  /**
   * The known settings of a file; refuses one that is missing, no configuration, or that of another
   * job (invalid input).
   */
  static Map<Setting, String> read(Path file, String job) {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      JobXml xml = new JobXml();
      xml.read(FACTORY.createXMLStreamReader(in));
      if (!xml.job.isEmpty() && !xml.job.equals(job)) {
        throw CoreboundException.invalidInput(
            "%s: is the configuration of %s; give that of %s with --conf", file, xml.job, job);
      }
      return xml.settings;
    } catch (XMLStreamException e) {
      throw CoreboundException.invalidInput(
          "%s line %s: is not the XML of a job's configuration, or not all of it; give another, --conf",
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
    if (name.equals(STAGING)) {
      Matcher id = JOB.matcher(value.strip());
      job = id.find() ? id.group() : "";
    }
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
