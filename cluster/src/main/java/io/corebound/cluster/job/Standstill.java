package io.corebound.cluster.job;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * Notices that a job gets nowhere, above all one that YARN gives no container, and says what YARN
 * has to say of it. The job's client alone would wait without end and without a word.
 */
public final class Standstill {
  private static final String RUNNING = "RUNNING";
  private static final int LONGEST = 400;

  /**
   * How long a job may get nowhere.
   *
   * @param look how often YARN is asked while the client tells nothing new
   * @param limit after which the job is given up
   * @param history how long the history of a job that failed is waited for: one that was killed may
   *     never leave any
   * @param remedy what a person can do for a job that gets no containers
   */
  public record Patience(Duration look, Duration limit, Duration history, String remedy) {
    /** A percent of a large job may take minutes, but YARN knows its progress to the hundredth. */
    public static Patience with(String remedy) {
      return new Patience(
          Duration.ofMinutes(1), Duration.ofMinutes(15), Duration.ofSeconds(3), remedy);
    }
  }

  private final JobControl control;
  private final Patience patience;
  private final JobRequest.Listener listener;
  private long told;
  private String seen = "";
  private long moved = System.nanoTime();
  private long looked = moved;

  /** Of a job that starts now. */
  Standstill(JobControl control, Patience patience, JobRequest.Listener listener) {
    this.control = control;
    this.patience = patience;
    this.listener = listener;
  }

  /**
   * To be called again and again while the job's client runs.
   *
   * @param progress how often the client has told something new
   * @param application the job's
   * @return why the job is to be given up; empty while it is not
   */
  Optional<String> reason(long progress, String application) {
    long now = System.nanoTime();
    if (progress != told) {
      told = progress;
      moved = now;
      looked = now;
    }
    if (now - looked < patience.look().toNanos()) {
      return Optional.empty();
    }
    boolean ended = look(application);
    looked = System.nanoTime();
    return ended || looked - moved < patience.limit().toNanos()
        ? Optional.empty()
        : Optional.of(
            "it made no progress for %d s and was killed: %s"
                .formatted(patience.limit().toSeconds(), described(application)));
  }

  /** Whether the job has ended: then its client knows soon. */
  private boolean look(String application) {
    try {
      ApplicationState state = control.state(application);
      String now = state.state() + " " + state.progress();
      if (!now.equals(seen)) {
        seen = now;
        moved = System.nanoTime();
      }
      if (!state.ended() && !state.state().equals(RUNNING)) {
        listener.waits(state.state());
      }
      return state.ended();
    } catch (IOException e) {
      // asked again, until the limit
      return false;
    }
  }

  /** What YARN says of a job that has not ended, and what can be done about it. */
  String described(String application) {
    try {
      ApplicationState state = control.state(application);
      boolean runs = state.state().equals(RUNNING);
      return "YARN has it %s%s, in queue %s%s%s; %s; %s"
          .formatted(
              state.state(),
              runs ? " at " + state.progress() : "",
              state.queue(),
              queue(state.queue()),
              state.diagnostics().isBlank() ? "" : ": " + oneLine(state.diagnostics()),
              runs ? "its tasks get no containers, or hang" : "it gets no container to start in",
              patience.remedy());
    } catch (IOException e) {
      return "YARN does not say its state: " + e.getMessage();
    }
  }

  private String queue(String name) {
    try {
      return control.queue(name).map(said -> " (" + said + ")").orElse("");
    } catch (IOException e) {
      return "";
    }
  }

  /** A text of several lines as one, not too long for a message. */
  public static String oneLine(String text) {
    String line = text == null ? "" : text.strip().replaceAll("\\s*\\R\\s*", " ");
    return line.length() > LONGEST ? line.substring(0, LONGEST - 3) + "..." : line;
  }
}
