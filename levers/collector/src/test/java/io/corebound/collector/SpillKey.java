package io.corebound.collector;

import java.io.IOException;
import org.apache.hadoop.mapreduce.security.TokenCache;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;

/** The key that intermediate data are encrypted with; a job's client makes one. */
final class SpillKey {
  private static final int BYTES = 16;

  private SpillKey() {}

  /** Gives one to the user of this JVM. */
  static void give() throws IOException {
    Credentials credentials = new Credentials();
    TokenCache.setEncryptedSpillKey(new byte[BYTES], credentials);
    UserGroupInformation.getCurrentUser().addCredentials(credentials);
  }
}
