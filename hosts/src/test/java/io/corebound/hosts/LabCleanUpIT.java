package io.corebound.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.hosts.ledger.AttachedImage;
import io.corebound.hosts.ledger.ControlGroups;
import io.corebound.hosts.ledger.Deletion;
import io.corebound.hosts.ledger.Ledger;
import io.corebound.hosts.ledger.NetworkNamespace;
import io.corebound.hosts.machine.Mounts;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Outcome;
import io.corebound.hosts.process.ProcessTable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Labs whose owner was killed, and what of the machine is not theirs. */
@Isolated
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class LabCleanUpIT {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private static final ControlGroups GROUPS = ControlGroups.here();

  private final String run = "lab-" + ProcessHandle.current().pid() + "-" + System.nanoTime();

  /** Not a run's: what it starts is no lab's. */
  private final LocalHost host = new LocalHost("foreign-" + run, "here");

  private Path folder;
  private Path state;

  @BeforeEach
  void folderInMemory() throws IOException {
    LabNeeds.assume(host);
    folder = Files.createTempDirectory(Path.of("/dev/shm"), "corebound-lab-test-");
    state = folder.resolve("state");
  }

  @AfterEach
  void nothingOfTheTestIsLeft() throws IOException {
    if (folder == null) {
      return;
    }
    Ledger.cleanUp(state);
    assertThat(AttachedImage.using(folder)).isEmpty();
    Deletion.of(folder);
  }

  @Test
  void whatAKilledLabLeftIsRemovedAndTheMachineIsAsBefore() throws Exception {
    TreeMap<String, List<String>> before = machine();
    Path tier = folder.resolve("tier");
    String device;
    // goes on when it is asked to end
    try (Owner owner = new Owner("a", "trap '' TERM; ")) {
      device = owner.device;
      assertThat(machine()).isNotEqualTo(before);
      owner.kill();
      assertThat(machine().get("namespaces")).isNotEqualTo(before.get("namespaces"));
      assertThat(machine().get("limits")).isNotEqualTo(before.get("limits"));
      assertThat(owner.alive()).as("the node's program").isPositive();
      List<String> said = Ledger.cleanUp(state);
      assertThat(said)
          .allMatch(s -> s.endsWith(" that run " + owner.id + " had left"))
          .extracting(s -> s.replace(" that run " + owner.id + " had left", ""))
          .contains(
              "set back the limits of /dev/" + device,
              "unmounted " + tier + "-a/mount",
              "detached the loop device of " + tier + "-a/image",
              "deleted " + tier + "-a",
              "deleted network namespace corebound-" + owner.id + "-bridge",
              "deleted network namespace corebound-" + owner.id + "-master",
              "deleted network namespace corebound-" + owner.id + "-worker1")
          .anyMatch(s -> s.startsWith("deleted control group "))
          .anyMatch(s -> s.startsWith("ended "))
          // version 2 has a group for the run, too, and may have set back the top's controllers
          .hasSizeBetween(9, GROUPS.first() ? 9 : 11);
      assertThat(owner.alive()).isZero();
    }
    assertMachineIs(before);
    assertThat(state).isEmptyDirectory();
    assertThat(Ledger.cleanUp(state)).isEmpty();
  }

  /** Line by line: each of them comes before what it announces. */
  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5, 6, 7, 8, 9})
  @Tag("long")
  void aLabThatIsKilledWhileItIsMadeLeavesNothing(int lines) throws Exception {
    TreeMap<String, List<String>> before = machine();
    Process owner = start("a", "");
    Path ledger = state.resolve(run + "-a.jsonl");
    while (!Files.exists(ledger) || Files.readAllLines(ledger).size() < lines) {
      assertThat(owner.isAlive()).isTrue();
      Thread.sleep(1);
    }
    owner.destroyForcibly().waitFor();
    assertThat(Ledger.cleanUp(state)).isNotEmpty().allMatch(s -> s.contains(" had left"));
    assertMachineIs(before);
    assertThat(state).isEmptyDirectory();
  }

  @Test
  void whatIsSomebodyElsesSurvives() throws Exception {
    String namespace = run + "-foreign";
    Path image = sparse("foreign-image");
    Path point = Files.createDirectory(folder.resolve("foreign-mount"));
    tool("ip", "netns", "add", namespace);
    String loop = tool("losetup", "--find", "--show", image.toString()).strip();
    String number = AttachedImage.number(Path.of(loop).getFileName().toString()).orElseThrow();
    try {
      tool("mkfs.ext4", "-q", loop);
      tool("mount", loop, point.toString());
      Files.writeString(point.resolve("file"), "precious");
      throttle(number, LabOwner.RATE.megabytesPerSecond());
      TreeMap<String, List<String>> before = machine();
      try (Owner owner = new Owner("a")) {
        owner.kill();
        assertThat(Ledger.cleanUp(state)).isNotEmpty();
      }
      assertMachineIs(before);
      assertThat(machine().get("limits").toString()).containsPattern(number + " (rbps=)?10000000");
      assertThat(machine().get("namespaces")).contains(namespace);
      assertThat(point.resolve("file")).hasContent("precious");
    } finally {
      tool("umount", point.toString());
      throttle(number, 0);
      tool("losetup", "-d", loop);
      tool("ip", "netns", "delete", namespace);
    }
  }

  @Test
  void aRunThatLivesKeepsItsLabWhenAnotherWasKilled() throws Exception {
    try (Owner lives = new Owner("a")) {
      TreeMap<String, List<String>> before = machine();
      try (Owner killed = new Owner("b")) {
        killed.kill();
        assertThat(Ledger.cleanUp(state))
            .contains(
                "another corebound run " + lives.id + " (pid " + lives.pid() + ") is active",
                "detached the loop device of " + folder.resolve("tier-b/image") + left(killed));
      }
      assertMachineIs(before);
      assertThat(lives.alive()).isPositive();
      assertThat(folder.resolve("tier-a/mount/block")).exists();
      lives.kill();
      assertThat(Ledger.cleanUp(state)).isNotEmpty();
    }
    assertThat(state).isEmptyDirectory();
  }

  @Test
  void afterARestartOfTheMachineTheDeviceIsWhoeverHasItThen() throws Exception {
    TreeMap<String, List<String>> before = machine();
    try (Owner owner = new Owner("a")) {
      owner.kill();
      String number = AttachedImage.number(owner.device).orElseThrow();
      asAfterARestart(owner, number);
      // what somebody had left on a device that nobody used does not survive a restart either
      before.get("limits").removeIf(limit -> limit.contains(" " + number + " "));
      before
          .get("limits")
          .replaceAll(
              limit ->
                  limit.replaceFirst("^%s \\d+ \\d+$".formatted(number), number + " 0 1000000"));
      // the kernel frees what the killed had mounted a little after their end
      for (int i = 0; i < 500 && !machine().equals(before); i++) {
        Thread.sleep(10);
      }
      assertMachineIs(before);
      // the device of the same number, and the same limit, but another's
      Path image = sparse("foreign-image");
      tool("losetup", "/dev/" + owner.device, image.toString());
      throttle(number, LabOwner.RATE.megabytesPerSecond());
      TreeMap<String, List<String>> foreign = machine();
      try {
        assertThat(Ledger.cleanUp(state))
            .containsExactly("deleted " + folder.resolve("tier-a") + left(owner));
        assertMachineIs(foreign);
      } finally {
        throttle(number, 0);
        tool("losetup", "-d", "/dev/" + owner.device);
      }
    }
    assertThat(state).isEmptyDirectory();
  }

  @Test
  void aDiskThatSomebodyUsesStaysUntilTheNextStart() throws Exception {
    TreeMap<String, List<String>> before = machine();
    try (Owner owner = new Owner("a")) {
      owner.kill();
      Process user =
          new ProcessBuilder("sleep", "60")
              .directory(folder.resolve("tier-a/mount").toFile())
              .start();
      try {
        assertThat(Ledger.cleanUp(state))
            .anyMatch(s -> s.startsWith(folder.resolve("tier-a/mount") + " could not be unmounted"))
            .anyMatch(s -> s.startsWith("loop device " + owner.device))
            .anyMatch(s -> s.startsWith(folder.resolve("tier-a") + " was left: "))
            .noneMatch(s -> s.startsWith("unmounted"));
        assertThat(user.isAlive()).isTrue();
        assertThat(folder.resolve("tier-a/mount/block")).exists();
      } finally {
        user.destroyForcibly().waitFor();
      }
      assertThat(Ledger.cleanUp(state))
          .contains("deleted " + folder.resolve("tier-a") + left(owner));
    }
    assertMachineIs(before);
    assertThat(state).isEmptyDirectory();
  }

  private static String left(Owner owner) {
    return " that run " + owner.id + " had left";
  }

  /** Takes everything away that does not survive a restart, by other means than corebound's. */
  private void asAfterARestart(Owner owner, String number) throws Exception {
    for (ProcessTable.Row row : LocalHost.marked(owner.id)) {
      // one of them may have ended with another
      tool("sh", "-c", "kill -9 " + row.pid() + " || true");
    }
    while (owner.alive() > 0) {
      Thread.sleep(10);
    }
    throttle(number, 0);
    Files.writeString(Path.of("/sys/class/bdi", number, "max_ratio"), "100");
    Path strict = Path.of("/sys/class/bdi", number, "strict_limit");
    if (Files.exists(strict)) {
      Files.writeString(strict, "0");
    }
    tool("umount", folder.resolve("tier-a/mount").toString());
    tool("losetup", "-d", "/dev/" + owner.device);
    for (String name : List.of("bridge", "master", "worker1")) {
      tool("ip", "netns", "delete", "corebound-" + owner.id + "-" + name);
    }
    for (Path group : groups(owner.id)) {
      // the kernel takes a process that was killed out of its group a little after its end
      tool(
          "sh",
          "-c",
          "while [ -d \"$0\" ]; do find \"$0\" -depth -type d -exec rmdir {} + || sleep 0.01; done",
          group.toString());
    }
  }

  private Path sparse(String name) throws Exception {
    Path image = folder.resolve(name);
    tool("truncate", "-s", "64M", image.toString());
    return image;
  }

  /** As somebody else would limit a device; 0 takes the limit away. */
  private void throttle(String number, double megabytesPerSecond) throws IOException {
    long bytes = Math.round(megabytesPerSecond * 1e6);
    if (GROUPS.first()) {
      String line = number + " " + bytes;
      Files.writeString(GROUPS.throttled().resolve("blkio.throttle.read_bps_device"), line);
      Files.writeString(GROUPS.throttled().resolve("blkio.throttle.write_bps_device"), line);
      return;
    }
    Path group = GROUPS.unified().resolve("foreign-" + run);
    if (bytes == 0) {
      Files.deleteIfExists(group);
    } else {
      Files.createDirectories(group);
      Files.writeString(group.resolve("io.max"), number + " rbps=" + bytes + " wbps=" + bytes);
    }
  }

  /** What there is on the machine that a lab could have made, or taken away. */
  private TreeMap<String, List<String>> machine() throws Exception {
    TreeMap<String, List<String>> seen = new TreeMap<>();
    seen.put("namespaces", lines("ip", "netns").stream().map(l -> l.split(" ")[0]).toList());
    seen.put("links", lines("ip", "-o", "link"));
    seen.put("loops", lines("losetup", "-ln", "-O", "NAME,BACK-FILE"));
    seen.put(
        "mounts",
        Mounts.all().stream()
            // iproute2 mounts it with the first namespace since a restart, for all that follow
            .filter(m -> !m.point().equals(NetworkNamespace.FOLDER))
            .map(m -> m.device() + " " + m.point())
            .toList());
    List<String> limits = new ArrayList<>();
    for (Path file : throttles()) {
      Files.readAllLines(file).forEach(line -> limits.add(file + " " + line));
    }
    try (DirectoryStream<Path> devices = Files.newDirectoryStream(Path.of("/sys/class/bdi"))) {
      for (Path device : devices) {
        limits.add(
            device.getFileName()
                + " "
                + text(device.resolve("strict_limit"))
                + " "
                + text(device.resolve("max_ratio_fine")));
      }
    }
    limits.sort(null);
    seen.put("limits", limits);
    seen.put("groups", groups("").stream().map(Path::toString).toList());
    return seen;
  }

  /** A failure begins with what has come and what has gone. */
  private void assertMachineIs(TreeMap<String, List<String>> before) throws Exception {
    TreeMap<String, List<String>> now = machine();
    List<String> changes = new ArrayList<>();
    now.forEach(
        (kind, lines) -> {
          List<String> gone = new ArrayList<>(before.get(kind));
          lines.stream().filter(line -> !gone.remove(line)).forEach(l -> changes.add("+ " + l));
          gone.forEach(line -> changes.add("- " + line));
        });
    assertThat(now).as("changes: %s", changes).isEqualTo(before);
  }

  /** The files with the limits of devices. */
  private static List<Path> throttles() throws IOException {
    Path top = GROUPS.first() ? GROUPS.throttled() : GROUPS.unified();
    try (Stream<Path> all =
        Files.find(
            top,
            9,
            (p, a) -> p.getFileName().toString().matches("blkio.throttle.*_device|io.max"))) {
      return all.sorted().toList();
    }
  }

  /** Kernels before 6.2 do not have all of them. */
  private static String text(Path file) throws IOException {
    return Files.exists(file) ? Files.readString(file).strip() : "none";
  }

  private static List<Path> groups(String id) throws IOException {
    try (Stream<Path> all = Files.find(Path.of("/sys/fs/cgroup"), 9, (p, a) -> a.isDirectory())) {
      return all.filter(p -> p.getFileName().toString().startsWith("corebound-" + id))
          .sorted()
          .toList();
    }
  }

  private List<String> lines(String... command) {
    return tool(command).lines().sorted().toList();
  }

  private String tool(String... command) {
    Outcome outcome = host.run(Command.of(LIMIT, command));
    assertThat(outcome.ok()).as(String.join(" ", command) + ": " + outcome.err()).isTrue();
    return outcome.out();
  }

  private Process start(String name, String first) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            LabOwner.class.getName(),
            state.toString(),
            run + "-" + name,
            folder.resolve("tier-" + name).toString(),
            first)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /** A JVM of its own that stands for corebound with a lab. */
  private final class Owner implements AutoCloseable {
    private final Process process;
    private final String id;
    private final String device;

    Owner(String name) throws Exception {
      this(name, "");
    }

    /** What its program does first. */
    Owner(String name, String first) throws Exception {
      id = run + "-" + name;
      process = start(name, first);
      device = process.inputReader().readLine();
      assertThat(device).startsWith("loop");
      // until its program has written
      while (!Files.exists(folder.resolve("tier-" + name + "/mount/block"))) {
        Thread.sleep(10);
      }
    }

    long pid() {
      return process.pid();
    }

    int alive() {
      return LocalHost.marked(id).size();
    }

    void kill() throws InterruptedException {
      process.destroyForcibly().waitFor();
      assertThat(process.exitValue()).isEqualTo(137);
    }

    @Override
    public void close() throws Exception {
      process.destroyForcibly().waitFor();
    }
  }
}
