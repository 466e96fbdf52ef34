package io.corebound.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.ExitStatus;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** What is said of input that cannot be. */
public final class Refusals {
  private Refusals() {}

  /** Asserts that it is refused as wrong input, in one line. */
  public static AbstractThrowableAssert<?, ? extends Throwable> assertThatRefused(
      ThrowingCallable input) {
    return assertThatThrownBy(input)
        .isInstanceOfSatisfying(
            CoreboundException.class,
            e -> assertThat(e.status()).isEqualTo(ExitStatus.INVALID_INPUT))
        .hasMessageNotContaining("\n");
  }
}
