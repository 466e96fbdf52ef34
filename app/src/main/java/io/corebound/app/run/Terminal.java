package io.corebound.app.run;

import io.corebound.analysis.pages.page.TextReport;

public final class Terminal {
  private static final int NARROWEST = 40;

  private Terminal() {}

  /**
   * Characters in a line, as the launcher says in {@code corebound.columns}; where the output is no
   * terminal, as the variable {@code COLUMNS} says.
   */
  public static int width() {
    return width(System.getProperty("corebound.columns", System.getenv("COLUMNS")));
  }

  public static int width(String columns) {
    return columns == null || !columns.matches("[1-9][0-9]{0,3}")
        ? TextReport.WIDTH
        : Math.max(NARROWEST, Integer.parseInt(columns));
  }
}
