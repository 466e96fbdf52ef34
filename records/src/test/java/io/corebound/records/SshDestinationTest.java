package io.corebound.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.records.config.SshDestination;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Expected are the operands of ssh(1), which takes brackets and a port in a URI only. */
class SshDestinationTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          node_1.example.org             | node_1.example.org       | ssh node_1.example.org
          alice@corp.example@node        | alice@corp.example@node  | ssh alice@corp.example@node
          CORP\\alice@n1                  | CORP\\alice@n1            | ssh 'CORP\\alice@n1'
          2001:db8::7                    | 2001:db8::7              | ssh 2001:db8::7
          [2001:db8::7]                  | 2001:db8::7              | ssh 2001:db8::7
          a+b@[fe80::1%eth0]             | a+b@fe80::1%eth0         | ssh a+b@fe80::1%eth0
          ::1                            | ::1                      | ssh ::1
          ::ffff:192.0.2.1               | ::ffff:192.0.2.1         | ssh ::ffff:192.0.2.1
          n1:2222                        | n1:2222                  | ssh -p 2222 n1
          CORP\\alice@n1:22               | CORP\\alice@n1:22         | ssh -p 22 'CORP\\alice@n1'
          me@[2001:db8::7]:2222          | me@[2001:db8::7]:2222    | ssh -p 2222 me@2001:db8::7
          ssh://n1                       | n1                       | ssh n1
          ssh://me@n1:2222/              | me@n1:2222               | ssh -p 2222 me@n1
          ssh://[2001:db8::7]:2222       | [2001:db8::7]:2222       | ssh -p 2222 2001:db8::7
          """)
  void formsOfSshAndOfOtherProgramsAreTheSameDestination(String text, String name, String typed) {
    SshDestination destination = SshDestination.of(text);
    assertThat(destination.name()).isEqualTo(name);
    assertThat(destination.typed()).isEqualTo(typed);
    assertThat(SshDestination.of(name)).isEqualTo(destination);
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {
        "",
        "a b",
        " n1",
        "n1,n2",
        "-oProxyCommand=x",
        "me@-p",
        "a;b",
        "$(x)",
        "me@a\\b",
        "n1:0",
        "n1:65536",
        "n1:",
        "[n1]",
        "[2001:db8::7",
        "@n1",
        "me@",
        "https://n1",
        "n1:/folder",
        "ssh://-x@n1",
        "-p 22 n1",
        "n'1"
      })
  void whatIsNoneIsRefusedWithTheFormsThatAre(String text) {
    assertThatThrownBy(() -> SshDestination.of(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("user@node", "'CORP\\alice@node'", "[2001:db8::7]:2222");
  }
}
