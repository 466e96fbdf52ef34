package io.corebound.microbench;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What a benchmark class measures and needs; {@link ListBenchmarks} prints it for programs that
 * start suites.
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Measures {
  /** The operations' ids, for instance {@code sort} and {@code merge}. */
  String[] value();

  /**
   * The question that it answers, in one sentence.
   *
   * @return what {@code corebound micro --list} shows
   */
  String question();

  /**
   * Whether it needs a running HDFS, by {@link Hdfs#PROPERTY}; then the CPU time of watched daemons
   * belongs to it, too.
   */
  boolean hdfs() default false;

  /**
   * The most that it keeps at once in {@link LocalDirectory}, in bytes for each byte of a batch
   * (100 B for each of its records, or its parameter {@code bytes}).
   *
   * @return bytes for each byte; 0 when it writes nothing
   */
  double localBytes() default 0;

  /** The same for what it keeps in HDFS. */
  double hdfsBytes() default 0;
}
