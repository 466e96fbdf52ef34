package io.corebound.hosts.machine;

import java.util.Map;

/**
 * One thing that corebound needs of a machine, and whether it is there.
 *
 * @param version its version, with the tool's name where several serve; {@code missing} when it is
 *     not there
 * @param packages package by package manager ({@code apt}, {@code dnf}, {@code zypper}, {@code
 *     apk}); alternatives are separated by {@code /}, the best first
 */
public record Requirement(
    String name,
    boolean present,
    String version,
    String costOfBeingWithout,
    Map<String, String> packages,
    Need need) {

  /** How much something is needed. */
  public enum Need {
    /** A run does not start without it. */
    REQUIRED,
    /** A run loses something without it. */
    OPTIONAL,
    /** Only {@code ./corebound test} uses it, and skips the tests that need it. */
    TEST,
    /** Only {@code ./corebound test --all} uses it, and skips the tests that need it. */
    LONG
  }

  /** Copies the packages. */
  public Requirement {
    packages = Map.copyOf(packages);
  }
}
