package io.corebound.analysis.pages.page;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Links from the report to files of its run directory only. */
public final class Links {
  private Links() {}

  /**
   * The relative URL of a file.
   *
   * @return empty when the path is empty, absolute, or leads out of the run directory
   */
  public static String to(String path) {
    if (path.isBlank() || path.startsWith("/") || Arrays.asList(path.split("/")).contains("..")) {
      return "";
    }
    return "./"
        + Arrays.stream(path.split("/"))
            .map(part -> URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20"))
            .collect(Collectors.joining("/"));
  }
}
