package io.corebound.cluster;

import io.corebound.records.CoreboundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
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

  private LoopbackAgentJar() {}

  /**
   * Writes the jar.
   *
   * @throws CoreboundException (failed) when this JDK binds its sockets in a way not known here
   */
  static void write(Path jar, Path javaHome) {
    byte[] changed = bindingLoopback(classOf(javaHome), javaHome);
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.putValue("Premain-Class", LoopbackAgent.class.getName());
    attributes.putValue("Can-Redefine-Classes", "true");
    String agent = LoopbackAgent.class.getName().replace('.', '/') + ".class";
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
        InputStream own = LoopbackAgent.class.getClassLoader().getResourceAsStream(agent)) {
      out.putNextEntry(new JarEntry(agent));
      own.transferTo(out);
      out.putNextEntry(new JarEntry(LoopbackAgent.RESOURCE));
      out.write(changed);
    } catch (IOException e) {
      throw CoreboundException.failed("cannot write " + jar + ": " + e.getMessage(), e);
    }
  }

  private static byte[] classOf(Path javaHome) {
    String path = "modules/java.base/" + LoopbackAgent.CHANGED_CLASS.replace('.', '/') + ".class";
    try (FileSystem image =
        FileSystems.newFileSystem(URI.create("jrt:/"), Map.of("java.home", javaHome.toString()))) {
      return Files.readAllBytes(image.getPath(path));
    } catch (IOException | RuntimeException e) {
      throw CoreboundException.failed(
          javaHome + ": cannot read " + path + " of this JDK; is it a whole JDK 17 or newer?", e);
    }
  }

  /**
   * The class {@code sun.nio.ch.Net} whose {@code bind} begins with: if the address is the
   * wildcard, take the loopback address.
   */
  static byte[] bindingLoopback(byte[] original, Path javaHome) {
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
          javaHome
              + ": this JDK has no "
              + LoopbackAgent.CHANGED_CLASS
              + ".bind of the known form, so that Hadoop could not be kept to 127.0.0.1; use JDK 17"
              + " or 21");
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
