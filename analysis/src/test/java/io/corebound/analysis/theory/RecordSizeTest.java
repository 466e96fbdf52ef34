package io.corebound.analysis.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.analysis.Sentences;
import io.corebound.analysis.study.predict.PredictionRequest;
import io.corebound.analysis.study.predict.Predictor;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.config.WorkloadFile.RecordSize;
import io.corebound.records.config.WorkloadFile.Step;
import io.corebound.records.config.WorkloadFile.Tasks;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.history.Interval;
import io.corebound.records.run.PredictedInterval;
import io.corebound.records.run.Prediction;
import io.corebound.records.run.Prediction.OperationCost;
import io.corebound.records.units.DataSize;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Jobs whose records are of another size than those that costs were measured with. */
class RecordSizeTest {
  private static final DataSize GIGABYTE = DataSize.parse("1GB");
  private static final Offset<Double> CLOSE = within(1e-6);
  private static final String READ = "read.tera-records";

  /** Those of terasort.yaml with a part of their cost by record. */
  private static final List<String> BY_RECORD =
      List.of(
          READ,
          "frame.map",
          "partition.total-order",
          "sort",
          "compress.snappy",
          "decompress.snappy",
          "merge",
          "merge.reduce",
          "frame.reduce",
          "write.tera-records");

  private final WorkloadFile terasort = Cases.terasort();

  private static MeasuredRows calm() {
    return MeasuredRows.terasort()
        .times("contention", "factor", 1 / 1.2)
        .times("idle", "cost", 0)
        .exact();
  }

  private static MeasuredRows measuredAt100Bytes() {
    MeasuredRows rows = calm();
    // a record of an IFile has two lengths more
    BY_RECORD.forEach(
        operation -> rows.recordsOf(operation, operation.contains("compress") ? 104 : 100));
    return rows;
  }

  /** TeraSort's records with another payload: keys and values of 2 B of lengths, 4 B in IFiles. */
  private WorkloadFile ofRecords(int bytes) {
    return terasort.withRecord(
        new RecordSize(
            new DataSize(bytes),
            new DataSize(bytes + 2),
            new DataSize(bytes + 4),
            new DataSize(16)));
  }

  private static Prediction predict(MeasuredRows rows, WorkloadFile workload) {
    return Predictor.predict(
        rows.machine(), "own", workload, PredictionRequest.on(Cases.local(), GIGABYTE));
  }

  private static PredictedInterval interval(Prediction prediction, Interval name) {
    return prediction.intervals().stream().filter(i -> i.name() == name).findFirst().orElseThrow();
  }

  private static double coreS(Prediction prediction, Interval interval, String operation) {
    return interval(prediction, interval).operations().stream()
        .filter(o -> o.operation().equals(operation))
        .mapToDouble(OperationCost::coreS)
        .sum();
  }

  @Test
  void partByRecordGoesWithTheNumberOfRecords() {
    Prediction prediction = predict(measuredAt100Bytes(), ofRecords(200));
    // half as many records: 1 GB x 8 ns/B x (0.3 + 0.7 / 2) and 8 cold starts of 0.3 core-s
    assertThat(coreS(prediction, Interval.MAP, READ)).isCloseTo(5.2 + 2.4, CLOSE);
    // all of it by record: 1 GB x 1 ns/B / 2 and 8 x 0.1
    assertThat(coreS(prediction, Interval.MAP, "frame.map")).isCloseTo(0.5 + 0.8, CLOSE);
    // a seventh of it: 1 GB x 9 ns/B x (0.86 + 0.14 / 2) and 2 x 0.3
    assertThat(coreS(prediction, Interval.REDUCE, "write.tera-records")).isCloseTo(8.97, CLOSE);
    assertThat(prediction.notModelled()).noneMatch(s -> s.contains("how large"));
  }

  @Test
  void recordsOfTheMeasuredSizeCostWhatWasMeasured() {
    Prediction known = predict(measuredAt100Bytes(), terasort);
    Prediction unknown = predict(calm(), terasort);
    assertThat(known.coreS()).isEqualTo(unknown.coreS());
    assertThat(known.totalS()).isEqualTo(unknown.totalS());
  }

  @Test
  void measuredSizeThatIsNotKnownIsTakenToBeTheJobsAndNamed() {
    Prediction prediction = predict(calm(), ofRecords(200));
    assertThat(coreS(prediction, Interval.MAP, READ)).isCloseTo(8 + 2.4, CLOSE);
    assertThat(prediction.notModelled())
        .contains(Sentences.of("gap.RECORD_NOT_MEASURED", String.join(", ", BY_RECORD)));
  }

  /** Its maps read alone, half as many records as those of the task that was measured. */
  @Test
  void wholeTaskOfOtherRecordsCostsAsMuchLessAsItsOperations() {
    Map<String, String> parameters =
        Map.of("records", "1342177", "sortMib", "100", "spillPercent", "0.8", "factor", "10");
    MeasuredRows rows =
        measuredAt100Bytes()
            .wholeTasks()
            .measuredWith("task.map", parameters)
            .recordsOf("task.map", 100);
    List<Step> steps =
        terasort.steps().stream()
            .filter(s -> s.interval() != Interval.MAP || s.operation().equals("frame.map"))
            .toList();
    Prediction prediction = predict(rows, ofRecords(200).withSteps(steps));
    // 8 x (1.5 container + 2.5 - 1 cold) + 1 GB x 30 ns/B / 2
    assertThat(interval(prediction, Interval.MAP).coreS()).isCloseTo(24 + 15, CLOSE);
  }

  @Test
  void streamOfOtherRecordsCostsByRecordAsTasksDo() {
    Step read = new Step(Interval.MAP, null, READ, "input", null, null, null, null, 0.7);
    WorkloadFile stream =
        ofRecords(400)
            .with(b -> b.tasks(Tasks.NONE).client(null).otherSteps(null).steps(List.of(read)));
    Prediction prediction =
        Predictor.predict(
            measuredAt100Bytes().machine(),
            "own",
            stream,
            new PredictionRequest(GIGABYTE, 1, 2, 2, null));
    // a quarter of the records
    assertThat(coreS(prediction, Interval.MAP, READ)).isCloseTo(8 * (0.3 + 0.7 / 4), CLOSE);
  }

  @Test
  void sampleThatShowsNoRecordsOfTheInputLeavesAllCostToBytesAndSaysSo() {
    WorkloadFile sampled =
        StructuredFiles.readYaml(
            Cases.CONFIGS.resolve("workload/word-count.yaml"), WorkloadFile.class);
    List<Step> steps =
        Stream.concat(
                sampled.steps().stream(),
                Stream.of(new Step(Interval.MAP, null, READ, "split", null, null, null, null, 0.7)))
            .toList();
    MeasuredRows rows = SampledTasksTest.rows().operation(READ, "payload", 8, 6, 0);
    Prediction without = predict(rows, sampled.withSteps(byBytes(steps)));
    Prediction with = predict(rows.recordsOf(READ, 100), sampled.withSteps(steps));
    assertThat(with.coreS()).isEqualTo(without.coreS());
    assertThat(with.notModelled()).contains(Sentences.of("gap.RECORD_OF_SAMPLE", READ));
    assertThat(without.notModelled()).noneMatch(s -> s.contains("by_record"));
  }

  private static List<Step> byBytes(List<Step> steps) {
    return steps.stream().map(Step::byBytes).toList();
  }
}
