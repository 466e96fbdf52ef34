package io.corebound.app.run;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Shows the stage of a run, how far it is and how much time is left. On a terminal one line is kept
 * up to date; elsewhere every step, and every tenth of a long one, is a line.
 */
public final class Progress implements AutoCloseable {
  private static final int WIDTH = 110;

  private final PrintStream out;
  private final boolean terminal;
  private final InstantSource clock;
  private final Map<String, Duration> expected;
  private final Thread ticker;

  private String stage = "";
  private String step = "";

  /** The printed step without what changes often; empty when a step has no such part. */
  private String shown = "";

  private int number;
  private double fraction;
  private Instant stageStart;

  Progress(PrintStream out, boolean terminal, InstantSource clock, Map<String, Duration> expected) {
    this.out = out;
    this.terminal = terminal;
    this.clock = clock;
    this.expected = new LinkedHashMap<>(expected);
    this.stageStart = clock.instant();
    this.ticker = new Thread(this::tick, "progress");
    ticker.setDaemon(true);
    if (terminal) {
      ticker.start();
    }
  }

  public synchronized void stage(String name) {
    stage = name;
    step = "";
    shown = "";
    number++;
    fraction = 0;
    stageStart = clock.instant();
    if (!terminal) {
      out.println(head() + (left().isZero() ? "begun" : "about " + clockTime(left()) + " left"));
    }
    draw();
  }

  /** A step within the stage; {@code done} is the finished part of the stage, 0 to 1. */
  public synchronized void step(String text, double done) {
    boolean changed = !text.equals(step);
    step = text;
    shown = "";
    fraction = Math.max(0, Math.min(1, done));
    if (!terminal && changed) {
      out.println(
          head()
              + text
              + String.format(
                  Locale.ROOT, " (%.0f %%, about %s left)", 100 * fraction, clockTime(left())));
    }
    draw();
  }

  /** The same with text that changes often: a terminal shows all of it, a file every tenth. */
  public synchronized void step(String text, String detail, double done) {
    if (terminal || !shown.equals(text) || tenth(done) > tenth(fraction)) {
      step(text + detail, done);
      shown = text;
    }
  }

  private static int tenth(double done) {
    return (int) (10 * done);
  }

  /** Corrects the expected time of a stage that has not begun. */
  public synchronized void expect(String later, Duration time) {
    expected.replace(later, time);
  }

  /** Ends the stage and prints its result. */
  public synchronized void finished(String outcome) {
    erase();
    out.println(head() + outcome + "  [" + clockTime(elapsed()) + "]");
    stage = "";
  }

  /** Prints a sentence on its own line. */
  public synchronized void say(String sentence) {
    erase();
    out.println(sentence);
    draw();
  }

  @Override
  public void close() {
    synchronized (this) {
      erase();
      stage = "";
    }
    ticker.interrupt();
  }

  private void tick() {
    try {
      while (true) {
        Thread.sleep(1000);
        synchronized (this) {
          draw();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private String head() {
    return String.format("[%s/%s] %-12s ", number, expected.size(), stage);
  }

  private Duration elapsed() {
    return Duration.between(stageStart, clock.instant());
  }

  private Duration left() {
    Duration left = Duration.ZERO;
    boolean later = false;
    for (Map.Entry<String, Duration> entry : expected.entrySet()) {
      if (later) {
        left = left.plus(entry.getValue());
      }
      later |= entry.getKey().equals(stage);
    }
    return left.plus(leftOfStage());
  }

  private Duration leftOfStage() {
    Duration elapsed = elapsed();
    Duration whole = expected.getOrDefault(stage, Duration.ZERO);
    if (fraction > 0.2) {
      whole = Duration.ofMillis((long) (elapsed.toMillis() / fraction));
    }
    Duration left = whole.minus(elapsed);
    return left.isNegative() ? Duration.ZERO : left;
  }

  private void draw() {
    if (terminal && !stage.isEmpty()) {
      String head = head();
      String time =
          String.format(
              Locale.ROOT,
              "  %.0f %%  %s, about %s left",
              100 * fraction,
              clockTime(elapsed()),
              clockTime(left()));
      out.print("\r" + head + cut(step, WIDTH - head.length() - time.length()) + time + "\u001b[K");
      out.flush();
    }
  }

  private void erase() {
    if (terminal) {
      out.print("\r\u001b[K");
    }
  }

  /** Cuts the step rather than the time that is left. */
  private static String cut(String text, int room) {
    return text.length() <= room ? text : text.substring(0, Math.max(0, room - 1)) + "…";
  }

  /** Minutes and seconds, {@code 3:07}. */
  static String clockTime(Duration time) {
    return String.format(Locale.ROOT, "%s:%02d", time.toMinutes(), time.toSecondsPart());
  }
}
