package io.corebound.analysis.model;

import java.util.Map;
import java.util.Optional;

/**
 * The rule of section 5 of Oikawa and Honjo, <em>Benchmark of Hadoop MapReduce using High Speed
 * Storage and Network</em>, on the volumes of a job that is cut into tasks: the operations' warm
 * costs, added up, on all cores while maps run and on half of them afterwards. Nothing else: no
 * start, no cold code, no daemons, no device, no waiting.
 *
 * @param mapCoreS core-seconds of the maps' operations with every core busy
 * @param reduceCoreS those of shuffle and reduce
 * @param timeS elapsed time by the rule
 */
public record PaperRule(double mapCoreS, double reduceCoreS, double timeS) {
  private static final String MAP = "paper_rule_map_core_s";
  private static final String REDUCE = "paper_rule_reduce_core_s";
  private static final String TIME = "paper_rule_s";

  /** The part of the cores that the paper saw busy after the last map. */
  private static final double CORES_OF_REDUCE = 0.5;

  /**
   * By the rule.
   *
   * @param contention by how much an operation costs more with every core busy; the paper's rates
   *     are divided by the gain of the turbo clock
   * @param cores of all nodes
   */
  static PaperRule of(double mapCoreS, double reduceCoreS, double contention, int cores) {
    double map = mapCoreS * contention;
    double reduce = reduceCoreS * contention;
    return new PaperRule(map, reduce, map / cores + reduce / (CORES_OF_REDUCE * cores));
  }

  /** That of a prediction; empty where its job is not cut into tasks. */
  public static Optional<PaperRule> of(Map<String, Double> derived) {
    return derived.containsKey(TIME)
        ? Optional.of(new PaperRule(derived.get(MAP), derived.get(REDUCE), derived.get(TIME)))
        : Optional.empty();
  }

  /** Core-seconds of the job. */
  public double coreS() {
    return mapCoreS + reduceCoreS;
  }

  void into(Map<String, Double> derived) {
    derived.put(MAP, mapCoreS);
    derived.put(REDUCE, reduceCoreS);
    derived.put(TIME, timeS);
  }
}
