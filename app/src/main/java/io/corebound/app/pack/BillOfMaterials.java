package io.corebound.app.pack;

import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.RunDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;

/**
 * What jars are, as CycloneDX 1.6 writes it in JSON (ECMA-424): by what Maven has written into each
 * of them; one without it by its file's name. A jar that contains others is listed with them.
 */
final class BillOfMaterials {
  private static final Pattern POM =
      Pattern.compile("META-INF/maven/[^/]+/([^/]+)/pom\\.properties");
  private static final Pattern NAME = Pattern.compile("(.+?)-(\\d.*)\\.jar");

  private static final String HASHES = "hashes";

  private BillOfMaterials() {}

  /** The document of a product and its jars. */
  static String of(String name, String version, List<Path> jars) throws IOException {
    Map<String, Map<String, Object>> components = new TreeMap<>();
    for (Path jar : jars) {
      for (Map<String, Object> component : components(jar)) {
        // one that is a file of its own says more than the same within another's
        components.merge(
            component.get("bom-ref").toString(),
            component,
            (one, other) -> one.containsKey(HASHES) ? one : other);
      }
    }
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("bomFormat", "CycloneDX");
    document.put("specVersion", "1.6");
    document.put("version", 1);
    Map<String, String> product = new LinkedHashMap<>();
    product.put("type", "application");
    product.put("name", name);
    product.put("version", version);
    document.put("metadata", Map.of("component", product));
    document.put("components", List.copyOf(components.values()));
    return StructuredFiles.toJson(document) + "\n";
  }

  private static List<Map<String, Object>> components(Path jar) throws IOException {
    String file = jar.getFileName().toString();
    List<Map<String, Object>> components = new ArrayList<>();
    boolean named = false;
    try (JarFile content = new JarFile(jar.toFile())) {
      for (ZipEntry entry : content.stream().toList()) {
        if (POM.matcher(entry.getName()).matches()) {
          Properties pom = new Properties();
          try (InputStream in = content.getInputStream(entry)) {
            pom.load(in);
          }
          String artifact = pom.getProperty("artifactId");
          boolean own = file.startsWith(artifact + "-" + pom.getProperty("version"));
          named |= own;
          components.add(
              component(
                  pom.getProperty("groupId"),
                  artifact,
                  pom.getProperty("version"),
                  own ? jar : null));
        }
      }
    }
    if (!named) {
      Matcher name = NAME.matcher(file);
      boolean versioned = name.matches();
      components.add(
          component(null, versioned ? name.group(1) : file, versioned ? name.group(2) : null, jar));
    }
    return components;
  }

  /** Of {@code netty-4.1-linux-x86_64.jar}, as a qualifier of its package URL; mostly empty. */
  private static String classifier(String name, String version, Path jar) {
    String plain = name + "-" + version;
    String file = jar == null ? "" : jar.getFileName().toString().replaceFirst("\\.jar$", "");
    return file.startsWith(plain + "-") ? "?classifier=" + file.substring(plain.length() + 1) : "";
  }

  /**
   * A component.
   *
   * @param group null where nobody says it
   * @param jar its own file; null where it lies within another's
   */
  private static Map<String, Object> component(String group, String name, String version, Path jar)
      throws IOException {
    String path = group == null ? "generic/" + name : "maven/" + group + "/" + name;
    String purl =
        "pkg:%s%s%s"
            .formatted(path, version == null ? "" : "@" + version, classifier(name, version, jar));
    Map<String, Object> component = new LinkedHashMap<>();
    component.put("type", "library");
    component.put("bom-ref", purl);
    if (group != null) {
      component.put("group", group);
    }
    component.put("name", name);
    if (version != null) {
      component.put("version", version);
    }
    component.put("purl", purl);
    if (jar != null) {
      component.put(HASHES, List.of(Map.of("alg", "SHA-256", "content", RunDirectory.sha256(jar))));
    }
    return component;
  }
}
