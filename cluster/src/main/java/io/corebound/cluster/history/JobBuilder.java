package io.corebound.cluster.history;

import io.corebound.records.history.Attempt;
import io.corebound.records.history.Attempt.Times;
import io.corebound.records.history.Cause;
import io.corebound.records.history.Counters;
import io.corebound.records.history.Diagnostic;
import io.corebound.records.history.Doubt;
import io.corebound.records.history.Ending;
import io.corebound.records.history.HistoryJob;
import io.corebound.records.history.Locality;
import io.corebound.records.history.Setting;
import io.corebound.records.history.TaskType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes a job out of the events of its history. */
final class JobBuilder {
  /** The host of an attempt that was killed while it waited for a container. */
  private static final String NO_HOST = "UNKNOWN";

  private static final Comparator<Partial> BY_START =
      Comparator.comparingLong((Partial p) -> p.startMs)
          .thenComparing(p -> p.id.type())
          .thenComparingInt(p -> p.id.task())
          .thenComparingInt(p -> p.id.number());

  /** What is known of an attempt so far. */
  private static final class Partial {
    private final AttemptId id;
    private Ending ending = Ending.UNFINISHED;
    private Cause cause;
    private String words = "";
    private String host = "";
    private String locality = "";
    private long startMs = Times.NEVER;
    private long shuffleFinishMs = Times.NEVER;
    private long sortFinishMs = Times.NEVER;
    private long finishMs = Times.NEVER;
    private Counters counters = Counters.NONE;
    private Map<String, Long> all = Map.of();

    private Partial(AttemptId id) {
      this.id = id;
    }
  }

  private final boolean everyCounter;
  private final Map<AttemptId, Partial> attempts = new HashMap<>();

  /** The nodes that each map's split is on, with commas between them. */
  private final Map<Integer, String> splits = new HashMap<>();

  /** One object for each of the few texts that come with every attempt. */
  private final Map<String, String> texts = new HashMap<>();

  private final JobIds ids = new JobIds();
  private String name = "";
  private Ending ending = Ending.UNFINISHED;
  private long submitMs = Times.NEVER;
  private long launchMs = Times.NEVER;
  private long finishMs = Times.NEVER;
  private HistoryJob.Totals totals = new HistoryJob.Totals(-1, -1, false);
  private Counters counters = Counters.NONE;
  private Map<String, Long> all = Map.of();
  private long unknown;
  private String firstUnknown = "";

  /** No event yet; keeps every counter, or those that corebound knows alone. */
  JobBuilder(boolean everyCounter) {
    this.everyCounter = everyCounter;
  }

  /** Takes the next event; refuses one that lacks what its type must have. */
  void take(Event event) throws BrokenHistory {
    if (!ids.isOfJob(event)) {
      return;
    }
    switch (event.type()) {
      case "JOB_SUBMITTED" -> {
        name = printable(event.text("jobName"));
        submitMs = event.number("submitTime");
      }
      case "JOB_INITED" -> {
        launchMs = event.number("launchTime");
        totals =
            new HistoryJob.Totals(
                (int) event.number("totalMaps"),
                (int) event.number("totalReduces"),
                event.isTrue("uberized"));
      }
      case "JOB_INFO_CHANGED" -> {
        submitMs = event.number("submitTime");
        launchMs = event.number("launchTime");
      }
      case "JOB_FINISHED" -> {
        ended(event, Ending.SUCCEEDED);
        counters = event.counters().known();
        all = every(event);
      }
      case "JOB_FAILED", "JOB_ERROR" -> ended(event, Ending.FAILED);
      case "JOB_KILLED" -> ended(event, Ending.KILLED);
      case "TASK_STARTED" -> taskStarted(event);
      case "MAP_ATTEMPT_STARTED", "REDUCE_ATTEMPT_STARTED" -> started(event);
      case "MAP_ATTEMPT_FINISHED", "REDUCE_ATTEMPT_FINISHED" -> succeeded(event);
      case "MAP_ATTEMPT_FAILED", "REDUCE_ATTEMPT_FAILED" -> unsuccessful(event, Ending.FAILED);
      case "MAP_ATTEMPT_KILLED", "REDUCE_ATTEMPT_KILLED" -> unsuccessful(event, Ending.KILLED);
      default -> {
        if (!event.isKnown()) {
          unknown++;
          firstUnknown = firstUnknown.isEmpty() ? event.type() : firstUnknown;
        }
      }
    }
  }

  private void ended(Event event, Ending how) {
    ending = how;
    finishMs = event.number("finishTime");
  }

  private void taskStarted(Event event) throws BrokenHistory {
    String nodes = event.text("splitLocations");
    if (event.text("taskType").equals("MAP") && !nodes.isBlank()) {
      splits.put(AttemptId.task(event.text("taskid")), nodes);
    }
  }

  private Partial attempt(Event event) throws BrokenHistory {
    AttemptId id = AttemptId.of(event.text("attemptId"));
    ids.compare(id, event.text("taskid"));
    return attempts.computeIfAbsent(id, Partial::new);
  }

  private void started(Event event) throws BrokenHistory {
    Partial attempt = attempt(event);
    attempt.startMs = event.number("startTime");
    attempt.locality = one(event.text("locality"));
    attempt.host = one(event.text("trackerName"));
  }

  private void succeeded(Event event) throws BrokenHistory {
    Partial attempt = attempt(event);
    attempt.ending = Ending.SUCCEEDED;
    attempt.cause = null;
    attempt.words = "";
    attempt.shuffleFinishMs = event.number("shuffleFinishTime");
    attempt.sortFinishMs = event.number("sortFinishTime");
    finished(attempt, event);
  }

  private void unsuccessful(Event event, Ending how) throws BrokenHistory {
    Partial attempt = attempt(event);
    // a map whose output was lost later had done its work: its own end and counters stay
    if (attempt.ending != Ending.SUCCEEDED) {
      finished(attempt, event);
    }
    attempt.ending = how;
    String error = event.text("error");
    attempt.cause = Cause.of(error);
    attempt.words = attempt.cause == Cause.OTHER ? one(Diagnostic.brief(error)) : "";
  }

  private void finished(Partial attempt, Event event) {
    attempt.finishMs = event.number("finishTime");
    String host = event.text("hostname");
    if (!host.isEmpty() && !host.equals(NO_HOST)) {
      attempt.host = one(event.text("hostname"));
    }
    attempt.counters = event.counters().known();
    attempt.all = every(event);
  }

  private Map<String, Long> every(Event event) {
    return everyCounter ? event.counters().all() : Map.of();
  }

  private String one(String text) {
    return texts.computeIfAbsent(text, JobBuilder::printable);
  }

  /** Names are anybody's text, and get to terminals. */
  private static String printable(String text) {
    return text.replaceAll("\\p{Cc}", " ");
  }

  /** The id of the job; empty where no event has said it. */
  String jobId() {
    return ids.job();
  }

  /** A task of another job, where all of them are of others. */
  Optional<String> another() {
    return attempts.isEmpty() ? ids.othersTask() : Optional.empty();
  }

  /**
   * The job.
   *
   * @param found doubts about the file, before those about its events
   */
  CountedJob build(
      String file, HistoryJob.Format format, Map<Setting, String> settings, List<Doubt> found) {
    List<Doubt> doubts = new ArrayList<>(found);
    doubts.addAll(ids.doubts());
    if (unknown > 0) {
      doubts.add(new Doubt(Doubt.Kind.UNKNOWN_EVENTS, unknown, firstUnknown));
    }
    List<Partial> ordered = attempts.values().stream().sorted(BY_START).toList();
    HistoryJob job =
        new HistoryJob(
            file,
            new HistoryJob.Identity(jobId(), name, format),
            ending,
            new HistoryJob.Times(submitMs, launchMs, finishMs, ids.masterStartsMs()),
            totals,
            ordered.stream().map(this::whole).toList(),
            counters,
            settings,
            doubts);
    return new CountedJob(job, all, ordered.stream().map(p -> p.all).toList());
  }

  private Attempt whole(Partial p) {
    return new Attempt(
        p.id.type(),
        p.id.task(),
        p.id.number(),
        p.ending,
        p.cause,
        p.words,
        p.host,
        locality(p),
        source(p),
        new Times(p.startMs, p.shuffleFinishMs, p.sortFinishMs, p.finishMs),
        p.counters);
  }

  private String source(Partial p) {
    return switch (locality(p)) {
      case NODE -> p.host;
      case UNKNOWN -> "";
      default -> one(splits.get(p.id.task()).split(",")[0]);
    };
  }

  /** Before Hadoop 2.4 a history does not say it: then a node of the same rack counts as any. */
  private Locality locality(Partial p) {
    String nodes = splits.getOrDefault(p.id.task(), "");
    if (p.id.type() == TaskType.REDUCE || nodes.isEmpty()) {
      return Locality.UNKNOWN;
    }
    return switch (p.locality) {
      case "NODE_LOCAL" -> Locality.NODE;
      case "RACK_LOCAL" -> Locality.RACK;
      case "OFF_SWITCH" -> Locality.ELSEWHERE;
      default -> List.of(nodes.split(",")).contains(p.host) ? Locality.NODE : Locality.ELSEWHERE;
    };
  }
}
