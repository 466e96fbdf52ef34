package io.corebound.app.run;

import static io.corebound.records.Refusals.assertThatRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.records.config.WorkloadFile;
import io.corebound.records.format.StructuredFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

class OwnJarTest {
  private static final String WORKLOAD =
      """
      description: a test
      source: a test
      tasks: hadoop
      sampled_tasks:
        map: own.map
        reduce: own.reduce
        profile: text-job
        job: {jar: own.jar, class: a.Own, text: day.log, check: [./check.sh, quick]}
      """;

  private static final int MAIN = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;

  @TempDir Path folder;

  @BeforeEach
  void write() throws IOException {
    try (JarOutputStream jar =
        new JarOutputStream(Files.newOutputStream(folder.resolve("own.jar")))) {
      add(jar, "a/Own", "java/lang/Object", Opcodes.ACC_PUBLIC, MAIN);
      add(jar, "a/Heir", "a/Own", Opcodes.ACC_PUBLIC, 0);
      add(jar, "a/OfHadoops", "org/apache/hadoop/util/Tool", Opcodes.ACC_PUBLIC, 0);
      add(jar, "a/Without", "java/lang/Object", Opcodes.ACC_PUBLIC, 0);
      add(jar, "a/OfObjects", "java/lang/Object", Opcodes.ACC_PUBLIC, Opcodes.ACC_PUBLIC);
      add(jar, "a/Private", "java/lang/Object", Opcodes.ACC_PUBLIC, Opcodes.ACC_STATIC);
      add(jar, "a/Hidden", "java/lang/Object", 0, MAIN);
      jar.putNextEntry(new ZipEntry("a/Damaged.class"));
      jar.write(new byte[] {1, 2, 3});
    }
    Files.writeString(folder.resolve("day.log"), "a line\n");
    Files.writeString(folder.resolve("check.sh"), "#!/bin/sh\n");
    Files.setPosixFilePermissions(
        folder.resolve("check.sh"), PosixFilePermissions.fromString("rwx------"));
  }

  /** A class as it is in a jar; one that has a main method where this has access. */
  private static void add(JarOutputStream jar, String name, String parent, int access, int main)
      throws IOException {
    ClassWriter type = new ClassWriter(0);
    type.visit(Opcodes.V1_8, access, name, null, parent, null);
    if (main != 0) {
      type.visitMethod(main, "main", "([Ljava/lang/String;)V", null, null).visitEnd();
    }
    jar.putNextEntry(new ZipEntry(name + ".class"));
    jar.write(type.toByteArray());
  }

  private WorkloadFile located(String yaml) {
    Path file = folder.resolve("own.yaml");
    try {
      Files.writeString(file, yaml);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return OwnJar.located(file, StructuredFiles.readYaml(file, WorkloadFile.class));
  }

  @Test
  void pathsAreThoseBesideTheFile() {
    WorkloadFile.Job job = located(WORKLOAD).sampledTasks().job();
    assertThat(job.jar()).isEqualTo(folder.resolve("own.jar").toString());
    assertThat(job.text()).isEqualTo("as-it-is:" + folder.resolve("day.log"));
    assertThat(job.check()).containsExactly(folder.resolve("check.sh").toString(), "quick");
    assertThat(job.command()).isEqualTo("a.Own+%7Binput%7D+%7Boutput%7D");
  }

  @Test
  void workloadOfNoJarIsLeftAsItIs() {
    String hadoops =
        WORKLOAD.replaceFirst("job: .*", "job: {class: org.apache.hadoop.examples.WordCount}");
    assertThat(located(hadoops).sampledTasks().job().jar()).isNull();
  }

  @Test
  void whatCannotRunIsRefusedWithFileAndReason() throws IOException {
    refused(WORKLOAD.replace("own.jar", "none.jar"), "none.jar");
    refused(WORKLOAD.replace("own.jar", "day.log"), "not a jar");
    refused(WORKLOAD.replace("a.Own", "a.Other"), "a.Other");
    refused(WORKLOAD.replace("day.log", "night.log"), "night.log");
    refused(WORKLOAD.replace("./check.sh", "day.log"), "chmod +x");
    refused(WORKLOAD.replace("own.map", "other.map"), "'own.map'");
    refused(WORKLOAD.replace(", check: [./check.sh, quick]", ""), "check");
  }

  @Test
  void mainClassIsPublicAndHasAPublicStaticMainOfItsOwnOrOfWhatItExtends() {
    for (String fit : List.of("a.Heir", "a.OfHadoops")) {
      String yaml = WORKLOAD.replace("a.Own", fit);
      assertThat(located(yaml).sampledTasks().job().mainClass()).isEqualTo(fit);
    }
    for (String lacking : List.of("a.Without", "a.OfObjects", "a.Private")) {
      refused(WORKLOAD.replace("a.Own", lacking), lacking + " without a public static void main");
    }
    refused(WORKLOAD.replace("a.Own", "a.Hidden"), "a.Hidden that is not public");
    refused(WORKLOAD.replace("a.Own", "a.Damaged"), "a.Damaged that this Java cannot read");
  }

  @Test
  void argumentsHaveInputAndOutputAndNothingUnknown() {
    refused(arguments("'{inptu}', '{output}'"), "did you mean '{input}'?");
    refused(arguments("'{output}'"), "{input} is missing");
    refused(arguments("'{input}', '{reduces}'"), "{output} is missing");
    refused(arguments("'{input}', '{output}', '{date}'"), "nothing stands for {date}");
    String counted = arguments("'-r={reduces}', 'in={input}', '{output}', '[a-z]{3,5}{2}'");
    assertThat(located(counted).sampledTasks().job().arguments("i", "o", "4"))
        .containsExactly("-r=4", "in=i", "o", "[a-z]{3,5}{2}");
  }

  private static String arguments(String words) {
    return WORKLOAD.replace("class: a.Own", "class: a.Own, arguments: [%s]".formatted(words));
  }

  @Test
  void textThatCannotBeReadIsRefused() throws IOException {
    Files.createDirectory(folder.resolve("days"));
    Files.createFile(folder.resolve("empty.log"));
    byte[] gzip = gzip("a line\n");
    Files.write(folder.resolve("whole.gz"), gzip);
    Files.write(folder.resolve("whole.log"), gzip);
    Files.write(folder.resolve("cut.gz"), Arrays.copyOf(gzip, 12));
    Files.write(folder.resolve("nothing.gz"), gzip(""));
    // of Python's bz2.compress: of b'', of b'a line\n'
    Files.write(
        folder.resolve("nothing.bz2"), HexFormat.of().parseHex("425a683917724538509000000000"));
    Files.write(
        folder.resolve("whole.bz2"),
        HexFormat.of()
            .parseHex(
                "425a6839314159265359e1f7dc1900000151000010400022252000220c9b42"
                    + "1806d0428bb9229c284870fbee0c80"));
    for (String kind : List.of("gz", "bz2")) {
      Files.writeString(folder.resolve("plain." + kind), "a line\n");
      refused(text("plain." + kind), "is not what ");
      refused(text("nothing." + kind), "has no text in it");
      assertThat(located(text("whole." + kind)).sampledTasks().job().text())
          .endsWith("whole." + kind);
    }
    refused(text("cut.gz"), "cut off");
    refused(text("whole.log"), "add .gz");
    Files.copy(folder.resolve("whole.bz2"), folder.resolve("whole.txt"));
    refused(text("whole.txt"), "add .bz2");
    Files.write(folder.resolve("wide.txt"), "a line\n".getBytes(StandardCharsets.UTF_16));
    refused(text("wide.txt"), "UTF-16");
    refused(text("days"), "is a folder");
    refused(text("empty.log"), "is empty");
  }

  private static String text(String name) {
    return WORKLOAD.replace("day.log", name);
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  private void refused(String yaml, String named) {
    assertThatRefused(() -> located(yaml))
        .hasMessageContaining("own.yaml line ")
        .hasMessageContaining(named);
  }
}
