package io.corebound.cluster.daemons;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;

/**
 * Java agent of the NodeManager and the ApplicationMaster: a socket that would be bound to every
 * address of the machine is bound to loopback. Hadoop 3.5.0 has no setting for four such sockets
 * ({@code ShuffleHandler.serviceStart}, {@code TaskAttemptListenerImpl.startRpcServer}, {@code
 * MRClientService.serviceStart} and the ApplicationMaster's web page), and none of them asks who is
 * calling. The changed class comes ready in the agent's jar; see {@link LoopbackAgentJar}, which
 * also makes this class one of Java 8: nothing newer of the JDK may be used here.
 */
public final class LoopbackAgent {
  static final String CHANGED_CLASS = "sun.nio.ch.Net";
  static final String RESOURCE = "loopback/Net.bytes";

  private LoopbackAgent() {}

  /**
   * Called by the JVM before {@code main}; a JVM in which this fails does not start.
   *
   * @throws IOException when the agent's jar is not whole
   */
  public static void premain(String arguments, Instrumentation instrumentation)
      throws IOException, ClassNotFoundException, UnmodifiableClassException {
    ByteArrayOutputStream changed = new ByteArrayOutputStream();
    try (InputStream in = LoopbackAgent.class.getClassLoader().getResourceAsStream(RESOURCE)) {
      byte[] buffer = new byte[8192];
      for (int read = in.read(buffer); read > 0; read = in.read(buffer)) {
        changed.write(buffer, 0, read);
      }
    }
    instrumentation.redefineClasses(
        new ClassDefinition(Class.forName(CHANGED_CLASS, false, null), changed.toByteArray()));
  }
}
