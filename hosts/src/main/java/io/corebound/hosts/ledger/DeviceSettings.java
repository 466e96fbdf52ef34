package io.corebound.hosts.ledger;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The limits of a run's loop device. They belong to the device and not to what is attached to it,
 * so that they outlive it. They stop being the run's once another file is attached to the device.
 */
public record DeviceSettings(Path path, Path image, List<KernelSetting> settings)
    implements Creation {

  /** Copies the settings. */
  public DeviceSettings {
    settings = settings == null ? List.of() : List.copyOf(settings);
  }

  @Override
  public Kind kind() {
    return Kind.DEVICE_LIMIT;
  }

  @Override
  public boolean there() {
    Optional<Path> behind = AttachedImage.behind(path.getFileName().toString());
    if (behind.isPresent() && !behind.get().equals(image)) {
      return false;
    }
    return settings.stream().anyMatch(KernelSetting::stands);
  }

  @Override
  public Optional<String> remove(String runId) {
    if (!there()) {
      return Optional.empty();
    }
    // the first, by which it is seen whether they stand, at last
    List<KernelSetting> reversed = new ArrayList<>(settings);
    Collections.reverse(reversed);
    return reversed.stream().flatMap(s -> s.restore().stream()).reduce((a, b) -> a + "; " + b);
  }

  @Override
  public String removed() {
    return "set back the limits of " + path;
  }
}
