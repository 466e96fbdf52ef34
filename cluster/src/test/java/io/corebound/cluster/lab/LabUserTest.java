package io.corebound.cluster.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What a umask hides from a lab's user; what really cannot be used is in {@link LabUserIT}. */
class LabUserTest {
  @Test
  void umaskThatHidesWhatIsMadeIsTold() {
    assertThat(LabUser.hidden("Name:\tjava\nUmask:\t0022\nState:\tR\n")).isEmpty();
    assertThat(LabUser.hidden("Name:\tjava\nUmask:\t0002\n")).isEmpty();
    // before Linux 4.7
    assertThat(LabUser.hidden("Name:\tjava\n")).isEmpty();
    for (String mask : List.of("0077", "0027", "0023")) {
      assertThat(LabUser.hidden("Name:\tjava\nUmask:\t" + mask + "\n"))
          .hasValueSatisfying(
              reason -> assertThat(reason).contains("umask is " + mask, "umask 022; ./corebound"));
    }
  }
}
