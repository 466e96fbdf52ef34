package io.corebound.cluster.job;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * Notices that a job makes no progress, most often because YARN gives it no container, and quotes
 * YARN's report. The job's client alone would wait forever without a word.
 */
public final class Standstill {
  private static final String RUNNING = "RUNNING";

  /**
   * How long a job may make no progress.
   *
   * @param look how often YARN is asked while the client prints no news
   * @param limit after which the job is given up
   * @param history how long to wait for the history of a failed job: a killed one may leave none
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
  private long lastProgress;
  private String lastState = "";
  private long moved = System.nanoTime();
  private long looked = moved;

  Standstill(JobControl control, Patience patience, JobRequest.Listener listener) {
    this.control = control;
    this.patience = patience;
    this.listener = listener;
  }

  /**
   * To be called repeatedly while the job's client runs.
   *
   * @return why the job is to be given up; empty while it is not
   */
  Optional<String> reason(long progress, String application) {
    long now = System.nanoTime();
    if (progress != lastProgress) {
      lastProgress = progress;
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
            "it made no progress for %s s and was killed: %s"
                .formatted(patience.limit().toSeconds(), described(application)));
  }

  /** Whether the job has ended: then its client will notice soon. */
  private boolean look(String application) {
    try {
      ApplicationState state = control.state(application);
      String now = state.state() + " " + state.progress();
      if (!now.equals(lastState)) {
        lastState = now;
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

  /** YARN's report of a job that has not ended, and what can be done about it. */
  String described(String application) {
    try {
      ApplicationState state = control.state(application);
      boolean runs = state.state().equals(RUNNING);
      String diagnostics = LogFile.oneLine(state.diagnostics());
      return "YARN reports it as %s%s, in queue %s%s%s; %s; %s"
          .formatted(
              state.state(),
              runs ? " at " + state.progress() : "",
              state.queue(),
              queue(state.queue()),
              diagnostics.isEmpty() ? "" : ": " + diagnostics,
              runs ? "its tasks get no containers, or hang" : "it gets no container to start in",
              patience.remedy());
    } catch (IOException e) {
      return "YARN does not say its state: " + e.getMessage();
    }
  }

  private String queue(String name) {
    try {
      return control.queue(name).map(report -> " (" + report + ")").orElse("");
    } catch (IOException e) {
      return "";
    }
  }
}
