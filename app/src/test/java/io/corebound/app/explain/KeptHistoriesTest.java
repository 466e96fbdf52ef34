package io.corebound.app.explain;

import io.corebound.analysis.study.explain.Explanation;
import io.corebound.app.run.Installation;
import io.corebound.hosts.Checkout;
import io.corebound.records.Kept;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is explained of kept histories by the costs of a committed run, figure by figure. */
class KeptHistoriesTest {
  @ParameterizedTest
  @ValueSource(strings = {"2.6-teragen", "3.5.0-terasort", "3.5.0-wordcount"})
  void figuresAreTheKeptOnes(String history) throws Exception {
    Path file = Checkout.ROOT.resolve("cluster/src/test/resources/histories/" + history + ".jhist");
    String machine = Checkout.ROOT.resolve("results/samples/measured-2-cores").toString();
    Explanation explained =
        new Explain(
                new Installation(Checkout.ROOT),
                new ExplainRequest(
                    file.toString(), new ExplainRequest.Node(machine, null, null), null, null))
            .job();
    Kept.assertKept(
        Path.of("src/test/resources/kept-studies/" + history + ".txt"),
        Kept.figures(explained.account())
            + Kept.figures(explained.intervals())
            + Kept.figures(explained.changes()));
  }
}
