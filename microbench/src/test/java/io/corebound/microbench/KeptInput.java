package io.corebound.microbench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Tests find the input that another one has made: each would start JVMs to make it again. */
public final class KeptInput implements BeforeAllCallback, AfterAllCallback {
  private record Folder(Path path) implements AutoCloseable {
    static Folder make() {
      try {
        return new Folder(Files.createTempDirectory("test-of-corebound-input-"));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() throws IOException {
      LocalDirectory.delete(path);
    }
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    Folder folder =
        context
            .getRoot()
            .getStore(ExtensionContext.Namespace.GLOBAL)
            .computeIfAbsent(KeptInput.class, key -> Folder.make(), Folder.class);
    System.setProperty(LocalDirectory.PROPERTY, folder.path().toString());
  }

  @Override
  public void afterAll(ExtensionContext context) {
    System.clearProperty(LocalDirectory.PROPERTY);
  }
}
