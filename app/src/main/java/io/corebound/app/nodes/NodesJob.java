package io.corebound.app.nodes;

import io.corebound.app.run.Installation;
import io.corebound.app.run.Interruption;
import io.corebound.app.run.RemoteCorebound;
import io.corebound.app.run.RemoteCorebound.Call;
import io.corebound.app.run.Scratch;
import io.corebound.app.run.Stages;
import io.corebound.hosts.ledger.Ledger;
import io.corebound.records.units.ExitStatus;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Commands of corebound's on nodes, by ssh, on all at once or in turns. Each node has a folder in
 * that of the job, with its runs and what was said.
 *
 * @param folder of the job
 * @param links whether links between pairs of nodes are measured, too
 * @param messages who began and ended, for people
 */
public record NodesJob(
    Installation installation, Path folder, boolean inTurns, boolean links, PrintWriter messages) {
  /** An interrupted node ends within a minute, and its results are brought. */
  private static final long END_MINUTES = 5;

  /** Runs commands on nodes, each an argument of ssh; what a node lacks stands in its folder. */
  public void run(List<String> nodes, List<Call> calls) throws InterruptedException {
    Ledger.cleanUp(installation.ledger()).forEach(this::say);
    Interruption interruption = Interruption.ofThisThread();
    ExecutorService threads = Executors.newFixedThreadPool(inTurns ? 1 : nodes.size());
    try (Scratch scratch = new Scratch(installation, "nodes")) {
      try {
        List<Callable<Void>> all = new ArrayList<>();
        for (String node : nodes) {
          Path sockets = scratch.folder().resolve(Integer.toString(all.size()));
          all.add(
              () -> {
                one(scratch, sockets, node, calls);
                return null;
              });
        }
        threads.invokeAll(all);
        if (links) {
          links(nodes, scratch);
        }
      } finally {
        interruption.over();
        threads.shutdown();
        threads.awaitTermination(END_MINUTES, TimeUnit.MINUTES);
      }
    }
  }

  private void links(List<String> nodes, Scratch scratch) throws InterruptedException {
    say("links between pairs of nodes");
    new NodeLinks(folder, scratch.host())
        .measure(nodes, scratch.folder(), inTurns)
        .forEach(
            (node, reason) -> {
              say("%s: %s".formatted(node, reason));
              try {
                new NodeFolder(folder.resolve(NodeFolder.nameOf(node))).addMissing(reason);
              } catch (IOException e) {
                say("%s: %s".formatted(node, e));
              }
            });
  }

  private void one(Scratch scratch, Path sockets, String node, List<Call> calls)
      throws InterruptedException {
    NodeFolder own = new NodeFolder(folder.resolve(NodeFolder.nameOf(node)));
    say(node + ": begins");
    String missing = "";
    try {
      Files.createDirectories(own.path());
      Files.createDirectory(sockets);
      try (PrintWriter said =
          new PrintWriter(
              Files.newBufferedWriter(own.said(), StandardCharsets.UTF_8), /* autoFlush */ true)) {
        ExitStatus end =
            new RemoteCorebound(installation, node, own.path(), said, said)
                .run(scratch.host(), sockets, calls);
        missing = end == ExitStatus.OK ? "" : own.lastSaid();
      }
    } catch (RuntimeException e) {
      missing = Stages.reason(e);
    } catch (IOException e) {
      missing = "%s: %s".formatted(own.path(), e.getMessage());
    }
    own.keepMissing(missing);
    String end = missing.isEmpty() ? "done" : missing;
    // what ssh says begins with the node
    say(end.startsWith(node + ": ") ? end : "%s: %s".formatted(node, end));
  }

  private void say(String sentence) {
    messages.println("corebound: " + sentence);
  }
}
