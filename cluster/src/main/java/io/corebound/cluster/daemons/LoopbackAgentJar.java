package io.corebound.cluster.daemons;

import io.corebound.hosts.machine.Jdk;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipFile;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Writes the jar of {@link LoopbackAgent}. The class that it changes is taken from the very JDK
 * that the daemons will run on, and changed here, so that the daemons load no bytecode library.
 */
final class LoopbackAgentJar {
  private static final String BIND_DESCRIPTOR =
      "(Ljava/net/ProtocolFamily;Ljava/io/FileDescriptor;Ljava/net/InetAddress;I)V";
  private static final int ADDRESS = 2;
  private static final int FIRST_WITH_MODULES = 9;

  private LoopbackAgentJar() {}

  /**
   * Writes the jar.
   *
   * @throws CoreboundException (failed) when this JDK binds its sockets in a way not known here
   */
  static void write(Path jar, Jdk jdk) {
    byte[] changed = bindingLoopback(classOf(jdk), jdk);
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.putValue("Premain-Class", LoopbackAgent.class.getName());
    attributes.putValue("Can-Redefine-Classes", "true");
    String agent = LoopbackAgent.class.getName().replace('.', '/') + ".class";
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
        InputStream own = LoopbackAgent.class.getClassLoader().getResourceAsStream(agent)) {
      out.putNextEntry(new JarEntry(agent));
      out.write(forJava8(own.readAllBytes()));
      out.putNextEntry(new JarEntry(LoopbackAgent.RESOURCE));
      out.write(changed);
    } catch (IOException e) {
      throw CoreboundException.failed("cannot write %s: %s".formatted(jar, e.getMessage()), e);
    }
  }

  /** The same class with the version that every JDK loads. */
  static byte[] forJava8(byte[] compiled) {
    ClassWriter writer = new ClassWriter(0);
    new ClassReader(compiled)
        .accept(
            new ClassVisitor(Opcodes.ASM9, writer) {
              @Override
              public void visit(
                  int version,
                  int access,
                  String name,
                  String signature,
                  String superName,
                  String[] interfaces) {
                super.visit(Opcodes.V1_8, access, name, signature, superName, interfaces);
              }
            },
            0);
    return writer.toByteArray();
  }

  private static byte[] classOf(Jdk jdk) {
    return jdk.feature() < FIRST_WITH_MODULES ? ofArchive(jdk) : ofModules(jdk);
  }

  private static byte[] ofArchive(Jdk jdk) {
    String name = LoopbackAgent.CHANGED_CLASS.replace('.', '/') + ".class";
    // of a JDK, of a JRE
    for (String archive : List.of("jre/lib/rt.jar", "lib/rt.jar")) {
      Path file = jdk.home().resolve(archive);
      if (Files.isRegularFile(file)) {
        try (ZipFile zip = new ZipFile(file.toFile());
            InputStream in = zip.getInputStream(zip.getEntry(name))) {
          return in.readAllBytes();
        } catch (IOException | RuntimeException e) {
          throw CoreboundException.failed("%s: cannot read %s of it".formatted(file, name), e);
        }
      }
    }
    throw CoreboundException.failed(jdk.home() + ": this JDK has no lib/rt.jar; is it whole?");
  }

  private static byte[] ofModules(Jdk jdk) {
    String path = "modules/java.base/" + LoopbackAgent.CHANGED_CLASS.replace('.', '/') + ".class";
    try (FileSystem image =
        FileSystems.newFileSystem(
            URI.create("jrt:/"), Map.of("java.home", jdk.home().toString()))) {
      return Files.readAllBytes(image.getPath(path));
    } catch (IOException | RuntimeException e) {
      throw CoreboundException.failed(
          "%s: cannot read %s of this JDK; is it whole?".formatted(jdk.home(), path), e);
    }
  }

  /**
   * The class {@code sun.nio.ch.Net} with a {@code bind} that begins with: if the address is the
   * wildcard, take the loopback address.
   */
  static byte[] bindingLoopback(byte[] original, Jdk jdk) {
    ClassReader reader = new ClassReader(original);
    ClassWriter writer = new ClassWriter(reader, 0);
    AtomicInteger changed = new AtomicInteger();
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor method =
                super.visitMethod(access, name, descriptor, signature, exceptions);
            if (!name.equals("bind") || !descriptor.equals(BIND_DESCRIPTOR)) {
              return method;
            }
            changed.incrementAndGet();
            return new LoopbackBind(method);
          }
        },
        0);
    if (changed.get() != 1) {
      throw CoreboundException.failed(
          """
          %s: this JDK has no %s.bind of the known form, so that Hadoop could not be kept to \
          127.0.0.1; choose another JDK\
          """
              .formatted(jdk.home(), LoopbackAgent.CHANGED_CLASS));
    }
    return writer.toByteArray();
  }

  private static final class LoopbackBind extends MethodVisitor {
    LoopbackBind(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitCode() {
      super.visitCode();
      Label asItWas = new Label();
      visitVarInsn(Opcodes.ALOAD, ADDRESS);
      visitMethodInsn(
          Opcodes.INVOKEVIRTUAL, "java/net/InetAddress", "isAnyLocalAddress", "()Z", false);
      visitJumpInsn(Opcodes.IFEQ, asItWas);
      visitMethodInsn(
          Opcodes.INVOKESTATIC,
          "java/net/InetAddress",
          "getLoopbackAddress",
          "()Ljava/net/InetAddress;",
          false);
      visitVarInsn(Opcodes.ASTORE, ADDRESS);
      visitLabel(asItWas);
      visitFrame(Opcodes.F_SAME, 0, null, 0, null);
    }
  }
}
