package io.corebound.cluster.history;

import io.corebound.records.history.Doubt;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which job a history is of, and what in it is of another: two histories whose lines were joined,
 * or ids that were changed for others to see the file. The submission says the job; before that,
 * the first start of its master.
 */
final class JobIds {
  /** Fields that name a job, a task, an attempt of one or of the master. */
  private static final List<String> FIELDS =
      List.of("jobid", "taskid", "attemptId", "applicationAttemptId");

  private static final Pattern ID =
      Pattern.compile("(?:job|task|attempt|appattempt)_([0-9]+_[0-9]+)(?:_.*)?");

  /** The two numbers of the job's id, {@code 1700000000000_0001}. */
  private String own = "";

  private boolean submitted;

  /** Starts of masters in ms since the Unix epoch, by the numbers of their application. */
  private final Map<String, List<Long>> masters = new LinkedHashMap<>();

  private long others;
  private String firstOther = "";
  private String othersTask = "";
  private long twoTasks;
  private String firstOfTwo = "";

  /**
   * Whether an event is of the job; the first that names one says which.
   *
   * @throws BrokenHistory for a submission of no job
   */
  boolean isOfJob(Event event) throws BrokenHistory {
    if (event.type().equals("AM_STARTED")) {
      String numbers = numbers(event.text("applicationAttemptId"));
      masters.computeIfAbsent(numbers, n -> new ArrayList<>()).add(event.number("startTime"));
      own = own.isEmpty() ? numbers : own;
      return true;
    }
    if (event.type().equals("JOB_SUBMITTED") && !submitted) {
      own = submission(event.text("jobid"));
      submitted = true;
    }
    for (String field : FIELDS) {
      String id = event.text(field);
      if (!own.isEmpty() && isOther(id)) {
        others++;
        firstOther = firstOther.isEmpty() ? id : firstOther;
        othersTask = othersTask.isEmpty() ? event.text("attemptId") : othersTask;
        return false;
      }
    }
    return true;
  }

  /** The numbers get to names of files, so that nothing but an id may be one. */
  private static String submission(String id) throws BrokenHistory {
    if (!id.matches("job_[0-9]+_[0-9]+")) {
      throw new BrokenHistory("'%s' is no job's id", id);
    }
    return numbers(id);
  }

  private static String numbers(String id) {
    Matcher matcher = ID.matcher(id);
    return matcher.matches() ? matcher.group(1) : "";
  }

  /** What is no id is left to those who need one. */
  private boolean isOther(String id) {
    int from = id.indexOf('_') + 1;
    int to = from + own.length();
    boolean same = id.startsWith(own, from) && (id.length() == to || id.charAt(to) == '_');
    return !same && !numbers(id).isEmpty();
  }

  /** Takes note of an attempt that another task is named beside. */
  void compare(AttemptId attempt, String task) throws BrokenHistory {
    if (!task.isEmpty() && AttemptId.task(task) != attempt.task()) {
      twoTasks++;
      firstOfTwo = firstOfTwo.isEmpty() ? task : firstOfTwo;
    }
  }

  /** The id of the job; empty where no event has said it. */
  String job() {
    return own.isEmpty() ? "" : "job_" + own;
  }

  /** The first attempt that was of another job. */
  Optional<String> othersTask() {
    return Optional.of(othersTask).filter(id -> !id.isEmpty());
  }

  /** When each of the job's masters started, in ms since the Unix epoch. */
  List<Long> masterStartsMs() {
    return masters.getOrDefault(own, List.of());
  }

  List<Doubt> doubts() {
    List<Doubt> doubts = new ArrayList<>();
    long all = others;
    String first = firstOther;
    for (Map.Entry<String, List<Long>> master : masters.entrySet()) {
      if (!master.getKey().equals(own)) {
        all += master.getValue().size();
        first = first.isEmpty() ? "application_" + master.getKey() : first;
      }
    }
    if (all > 0) {
      doubts.add(new Doubt(Doubt.Kind.OTHER_JOB, all, first));
    }
    if (twoTasks > 0) {
      doubts.add(new Doubt(Doubt.Kind.TWO_TASKS, twoTasks, firstOfTwo));
    }
    return doubts;
  }
}
