package io.corebound.cluster.job;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Follows the log of a job's client: the job's id and its progress. Of a client that runs several
 * jobs, one after the other, the first is the one that counts.
 */
final class ClientOutput {
  /** A client whose job is to say nothing prints the second line alone. */
  private static final Pattern RUNNING =
      Pattern.compile("(?:Running job: job|Submitted application application)(_[0-9]+_[0-9]+)");

  private static final Pattern PROGRESS = Pattern.compile(" map ([0-9]+)% reduce ([0-9]+)%");

  private final JobRequest.Listener listener;
  private String unfinishedLine = "";
  private Optional<String> jobId = Optional.empty();
  private String lastJobId = "";
  private long position;
  private String lastPercent = "";
  private long progress;

  ClientOutput(JobRequest.Listener listener) {
    this.listener = listener;
  }

  /** Hadoop's id of the job, once the client has printed it. */
  Optional<String> jobId() {
    return jobId;
  }

  /** YARN's id of the job. */
  Optional<String> application() {
    return jobId.map(id -> id.replaceFirst("^job_", "application_"));
  }

  /** YARN's id of the job that the client runs now. */
  Optional<String> running() {
    return jobId.map(first -> lastJobId.replaceFirst("^job_", "application_"));
  }

  /** How often the job has made progress. */
  long progress() {
    return progress;
  }

  /** Reads what was added to the client's log since the last time. */
  void follow(Path log) {
    if (!Files.exists(log)) {
      return;
    }
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      byte[] added = new byte[Math.toIntExact(file.length() - position)];
      file.seek(position);
      file.readFully(added);
      position += added.length;
      take(new String(added, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + log + ": " + e.getMessage(), e);
    }
  }

  void take(String added) {
    String text = unfinishedLine + added;
    int end = text.lastIndexOf('\n') + 1;
    unfinishedLine = text.substring(end);
    text.substring(0, end).lines().forEach(this::line);
  }

  private void line(String line) {
    Matcher running = RUNNING.matcher(line);
    if (running.find() && !lastJobId.equals("job" + running.group(1))) {
      lastJobId = "job" + running.group(1);
      jobId = jobId.or(() -> Optional.of(lastJobId));
      progress++;
    }
    Matcher percent = PROGRESS.matcher(line);
    if (percent.find()) {
      if (!percent.group().equals(lastPercent)) {
        lastPercent = percent.group();
        progress++;
      }
      listener.progress(Integer.parseInt(percent.group(1)), Integer.parseInt(percent.group(2)));
    }
  }
}
