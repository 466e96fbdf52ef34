package io.corebound.hosts.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelSettingsTest {
  @TempDir Path root;

  private void file(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  @Test
  void takesWhatIsChosenAmongWhatIsPossible() throws Exception {
    file("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
    file("proc/sys/vm/swappiness", "60\n");
    file("proc/cpuinfo", "processor\t: 0\nmicrocode\t: 0xb000040\nprocessor\t: 1\n");
    file("proc/cmdline", "quiet mitigations=auto,nosmt root=/dev/vda\n");
    assertThat(new KernelSettings(root).read())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "transparent_hugepage", "madvise",
                "swappiness", "60",
                "microcode", "0xb000040",
                "mitigations", "auto,nosmt"));
  }

  @Test
  void machineWithoutThemHasNone() {
    assertThat(new KernelSettings(root).read()).isEmpty();
  }
}
