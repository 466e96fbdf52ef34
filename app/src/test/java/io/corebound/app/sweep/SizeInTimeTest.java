package io.corebound.app.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.records.units.DataSize;
import java.time.Duration;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** How much a run of a given time sorts. */
class SizeInTimeTest {
  private static final SizeInTime TEN_MINUTES = new SizeInTime(Duration.ofMinutes(10));
  private static final DataSize MOST = DataSize.ofMegabytes(1024);

  /** Thirty seconds, and one more a megabyte. */
  private static final Function<DataSize, Duration> NEEDED =
      size -> Duration.ofSeconds(30 + Math.round(size.megabytes()));

  @Test
  void mostThatEndsInTheTimeThatIsLeftIsSortedAndTheNextLargerIsKnown() {
    SizeInTime.Choice choice = TEN_MINUTES.choose(MOST, Duration.ofSeconds(300), NEEDED);
    assertThat(choice.size()).isEqualTo(DataSize.ofMegabytes(256));
    assertThat(choice.needed()).isEqualTo(Duration.ofSeconds(286));
    assertThat(choice.larger()).isEqualTo(DataSize.ofMegabytes(384));
    assertThat(choice.neededByLarger()).isEqualTo(Duration.ofSeconds(414));
  }

  @Test
  void leastIsSortedWhereNoTimeIsLeft() {
    assertThat(TEN_MINUTES.choose(MOST, Duration.ofSeconds(-5), NEEDED).size())
        .isEqualTo(DataSize.ofMegabytes(128));
    SizeInTime brief = new SizeInTime(Duration.ofMinutes(3));
    assertThat(brief.choose(MOST, Duration.ZERO, NEEDED).size())
        .isEqualTo(DataSize.ofMegabytes(64));
  }

  @Test
  void noMoreIsSortedThanThereIsRoomForHoweverMuchTimeIsLeft() {
    DataSize room = TEN_MINUTES.most(size -> size.megabytes() <= 200);
    assertThat(room).isEqualTo(DataSize.ofMegabytes(192));
    SizeInTime.Choice choice = TEN_MINUTES.choose(room, Duration.ofDays(1), NEEDED);
    assertThat(choice.size()).isEqualTo(room);
    assertThat(choice.larger()).isNull();
    assertThat(TEN_MINUTES.most(size -> false)).isEqualTo(DataSize.ofMegabytes(128));
  }
}
