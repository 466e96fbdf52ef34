package io.corebound.cli.option;

import io.corebound.analysis.pages.page.HtmlReport;
import io.corebound.analysis.pages.page.MarkdownReport;
import io.corebound.analysis.pages.page.Page;
import io.corebound.analysis.pages.page.TextReport;
import io.corebound.app.run.Terminal;
import io.corebound.records.format.AtomicFiles;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.CoreboundException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of every command whose result is a page, and how they write it. */
public final class PageOutput {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description =
          """
          text (the answer), or everything as md, csv, json or html; history also has \
          openmetrics, compare benchmark-action \
          (default: ${DEFAULT-VALUE})\
          """)
  private Format format;

  @Option(
      names = "--export",
      paramLabel = "FILE",
      converter = ExportFile.class,
      description =
          """
          also write everything to a file: .html (one self-contained page with charts), .md, .csv \
          or .json; of history .prom, too\
          """)
  private Path export;

  /** What some commands have. */
  private static final Predicate<Format> SOME =
      EnumSet.of(Format.OPENMETRICS, Format.BENCHMARK_ACTION)::contains;

  private final Map<Format, Supplier<String>> further = new EnumMap<>(Format.class);

  /** What a result is written as; all but text hold everything. */
  public enum Format {
    TEXT(""),
    MD("md"),
    CSV("csv"),
    JSON("json"),
    HTML("html"),
    OPENMETRICS("prom"),
    BENCHMARK_ACTION("");

    /** Of a file's name; empty where there is no such file. */
    private final String extension;

    Format(String extension) {
      this.extension = extension;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** By a file's name; empty where its extension says none. */
    static Optional<Format> of(Path file) {
      String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
      return Stream.of(values())
          .filter(f -> !f.extension.isEmpty() && name.endsWith("." + f.extension))
          .findFirst();
    }
  }

  /** A format that this command has besides. */
  public PageOutput with(Format one, Supplier<String> text) {
    further.put(one, text);
    return this;
  }

  /** Refuses a format that the command lacks, before it measures anything. */
  public void check() {
    Stream<Format> ofFile = export == null ? Stream.empty() : Format.of(export).stream();
    Stream.concat(Stream.of(format), ofFile).filter(SOME).forEach(this::further);
  }

  /**
   * Prints the result: {@code record} as JSON, or as text the sections named {@code onTerminal}.
   *
   * @throws CoreboundException (invalid input) where the command lacks the format
   */
  public void write(Page page, Supplier<String> csv, Object record, String... onTerminal) {
    Function<Format, String> texts =
        chosen ->
            switch (chosen) {
              case TEXT -> TextReport.render(page.only(onTerminal), Terminal.width());
              case MD -> MarkdownReport.render(page.withoutCharts());
              case HTML -> HtmlReport.render(page);
              case CSV -> csv.get();
              case JSON -> StructuredFiles.toJson(record) + "\n";
              case OPENMETRICS, BENCHMARK_ACTION -> further(chosen).get();
            };
    String text = texts.apply(format);
    if (export != null) {
      AtomicFiles.write(export, texts.apply(Format.of(export).orElseThrow()));
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(text);
    out.flush();
  }

  private Supplier<String> further(Format chosen) {
    Supplier<String> text = further.get(chosen);
    if (text == null) {
      throw CoreboundException.invalidInput(
          "%s: %s does not have it; it has text, md, csv, json and html",
          chosen, spec.commandLine().getCommandName());
    }
    return text;
  }
}
