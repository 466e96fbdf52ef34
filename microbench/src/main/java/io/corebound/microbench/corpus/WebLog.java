package io.corebound.microbench.corpus;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * The access log of a web server in the combined log format of Apache's httpd, generated, without
 * an end. Clients, pages and referring pages are drawn by Zipf's law; of every 100 requests the
 * server fails one (status 5xx). The same seed makes the same lines.
 */
final class WebLog implements TextLines {
  static final long SEED = 20130920;

  private static final int CLIENTS = 20_000;
  private static final int PAGES = 5_000;
  private static final String[] SECTIONS = {"news", "images", "docs", "search", "user", "static"};
  private static final String[] AGENTS = {
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0",
    "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "curl/8.5.0"
  };

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss +0000", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final SplittableRandom random = new SplittableRandom(SEED);
  private long atMs = Instant.parse("2024-01-01T00:00:00Z").toEpochMilli();
  private long second;
  private String time = "";

  @Override
  public String next() {
    int client = zipf(CLIENTS);
    int status = status();
    return String.format(
        Locale.ROOT,
        "10.%s.%s.%s - - [%s] \"%s %s HTTP/1.1\" %s %s \"%s\" \"%s\"",
        client % 7,
        client / 7 % 251,
        client / 1757 + 1,
        time(),
        random.nextInt(20) == 0 ? "POST" : "GET",
        page(zipf(PAGES)),
        status,
        status == 304 ? 0 : bytes(),
        random.nextInt(3) == 0 ? "-" : "http://www.example.com" + page(zipf(PAGES)),
        AGENTS[zipf(AGENTS.length)]);
  }

  /** From 0 on, below a limit: the number n - 1 about as often as 1 / n says. */
  private int zipf(int limit) {
    return Math.min(limit, (int) Math.pow(limit + 1.0, random.nextDouble())) - 1;
  }

  private int status() {
    int percent = random.nextInt(100);
    if (percent == 0) {
      return random.nextBoolean() ? 500 : 503;
    }
    return percent < 4 ? 404 : percent < 10 ? 304 : percent < 12 ? 301 : 200;
  }

  private static String page(int number) {
    return "/" + SECTIONS[number % SECTIONS.length] + "/page-" + number + ".html";
  }

  /** Between 200 B and 1 MB; small ones are the most. */
  private long bytes() {
    return (long) (200 * Math.pow(5000, Math.pow(random.nextDouble(), 2)));
  }

  /** Requests come in about 100 a second. */
  private String time() {
    atMs += random.nextInt(21);
    if (atMs / 1000 != second) {
      second = atMs / 1000;
      time = TIME.format(Instant.ofEpochSecond(second));
    }
    return time;
  }

  @Override
  public void close() {
    // nothing is open
  }
}
