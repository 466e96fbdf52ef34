package io.corebound.collector;

import org.apache.hadoop.util.NativeCodeLoader;
import org.apache.hadoop.util.VersionInfo;

/** Whether Hadoop reads what its own gzip has written. */
final class HadoopGzip {
  static final String WHY = "Hadoop 3.3 does not read all of its own gzip without native code";
  static final boolean WORKS =
      !VersionInfo.getVersion().startsWith("3.3.") || NativeCodeLoader.isNativeCodeLoaded();

  private HadoopGzip() {}
}
