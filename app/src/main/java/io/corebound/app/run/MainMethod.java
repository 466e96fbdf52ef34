package io.corebound.app.run;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Whether a class of a jar can be started; the class is read and not loaded. */
enum MainMethod {
  FOUND(""),
  NO_CLASS("has no class %s; class is the full name of its main class"),
  NOT_READABLE("has a class %s that this Java cannot read"),
  NOT_PUBLIC("has a class %s that is not public"),
  NO_MAIN("has a class %s without a public static void main(String[])");

  private static final String NAME = "main";
  private static final String DESCRIPTOR = "([Ljava/lang/String;)V";
  private static final int PUBLIC_STATIC = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;

  /** Majors of class files begin with Java 1.0's 45. */
  private static final int BEFORE_JAVA_1 = 44;

  private final String lacking;

  MainMethod(String lacking) {
    this.lacking = lacking;
  }

  /** What the jar has in its place; the name of the class stands for its {@code %s}. */
  String lacking() {
    return lacking;
  }

  static MainMethod of(ZipFile jar, String mainClass) throws IOException {
    Shape shape = Shape.of(jar, mainClass.replace('.', '/'));
    if (shape == null) {
      return NO_CLASS;
    }
    if (shape.parent == null) {
      return NOT_READABLE;
    }
    if (!shape.isPublic) {
      return NOT_PUBLIC;
    }
    while (!shape.hasMain) {
      if (shape.parent.equals("java/lang/Object")) {
        return NO_MAIN;
      }
      shape = Shape.of(jar, shape.parent);
      if (shape == null || shape.parent == null) {
        // a class of Hadoop's may have it
        return FOUND;
      }
    }
    return FOUND;
  }

  /** What of a class says whether it can be started. */
  private static final class Shape extends ClassVisitor {
    private boolean isPublic;
    private boolean hasMain;

    /** Null until the class could be read. */
    private String parent;

    private Shape() {
      super(Opcodes.ASM9);
    }

    /** Null where the jar has no such class. */
    static Shape of(ZipFile jar, String name) throws IOException {
      ZipEntry entry = jar.getEntry(name + ".class");
      if (entry == null) {
        return null;
      }
      Shape shape = new Shape();
      try (InputStream in = jar.getInputStream(entry)) {
        ClassReader reader = new ClassReader(in.readAllBytes());
        if (reader.readUnsignedShort(6) - BEFORE_JAVA_1 <= Runtime.version().feature()) {
          reader.accept(
              shape, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        }
      } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
        // not a class file; its parent stays unknown
        shape.parent = null;
      }
      return shape;
    }

    @Override
    public void visit(
        int version,
        int access,
        String name,
        String signature,
        String superName,
        String[] interfaces) {
      isPublic = (access & Opcodes.ACC_PUBLIC) != 0;
      parent = superName;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      hasMain |=
          name.equals(NAME)
              && descriptor.equals(DESCRIPTOR)
              && (access & PUBLIC_STATIC) == PUBLIC_STATIC;
      return null;
    }
  }
}
