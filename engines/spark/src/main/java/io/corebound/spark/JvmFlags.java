package io.corebound.spark;

import org.apache.spark.launcher.JavaModuleOptions;

/** Prints what JVMs of Spark need beyond the JDK's defaults, on one line. */
public final class JvmFlags {
  private JvmFlags() {}

  public static void main(String[] arguments) {
    System.out.println(JavaModuleOptions.defaultModuleOptions());
  }
}
