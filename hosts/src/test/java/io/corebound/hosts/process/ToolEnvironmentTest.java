package io.corebound.hosts.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.hosts.EnvironmentOwner;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

public class ToolEnvironmentTest {
  /** Each changes what a tool prints or does. */
  private static final Map<String, String> OF_THE_USER =
      Map.of(
          "S_COLORS", "always",
          "S_TIME_FORMAT", "user's",
          "POSIXLY_CORRECT", "1",
          "IOSTAT_OPTIONS", "-c",
          "FIO_DISK_PREFIX", "x",
          "HADOOP_CONF_DIR", "/etc/other",
          "BASH_ENV", "/no/such/file",
          "COREBOUND_USER_ENVIRONMENT", "JAVA_TOOL_OPTIONS",
          "COREBOUND_USER_JAVA_TOOL_OPTIONS", "-Dx=y",
          "TZ", "Asia/Tokyo");

  @Test
  void toolsHaveWhatIsOnTheListAndTheUsersOwnProgramsHaveAll() throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                EnvironmentOwner.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().putAll(OF_THE_USER);
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    List<String> tools = said.substring(0, said.indexOf("then\n")).lines().toList();
    List<String> users = said.substring(said.indexOf("then\n")).lines().toList();

    assertThat(tools)
        .contains("LC_ALL=C", "TZ=Asia/Tokyo", "S_TIME_FORMAT=ISO", "PATH=" + System.getenv("PATH"))
        .noneMatch(
            line ->
                line.matches(
                    "(S_COLORS|POSIXLY_CORRECT|IOSTAT_OPTIONS|FIO_DISK_PREFIX|HADOOP_CONF_DIR|BASH_ENV|JAVA_TOOL_OPTIONS)=.*"));
    assertThat(users)
        .contains(
            "S_COLORS=always",
            "POSIXLY_CORRECT=1",
            "IOSTAT_OPTIONS=-c",
            "FIO_DISK_PREFIX=x",
            "HADOOP_CONF_DIR=/etc/other",
            "BASH_ENV=/no/such/file",
            "JAVA_TOOL_OPTIONS=-Dx=y",
            "S_TIME_FORMAT=ISO");
  }
}
