/**
 * MapReduce in memory, as processes: one {@link io.corebound.memory.Master} and a {@link
 * io.corebound.memory.Worker} a node. No class of this module is linked by corebound; it is started
 * like a daemon of Hadoop's. The design is that of Daikoku, Kawashima, Tatebe: "In-memory MapReduce
 * における最適な Shuffle 手法の検討", sections 3 and 4.
 *
 * <p><b>Class path</b>, in this order: Hadoop's configuration folder, {@code
 * engines/memory/target/engine-memory-*.jar}, {@code engines/memory/target/lib/*}, the jar of
 * {@code microbench} (its package {@code io.corebound.jobs} has the Hadoop classes of bigram-count
 * and group-by), Hadoop's jars.
 *
 * <p><b>JVM</b>: {@code -Xmx} is the memory of a worker; four fifths of it, but no more than the
 * old generation has, hold what a job keeps. {@code -XX:+UseParallelGC -Xmn256m} and {@code -Xms}
 * equal to {@code -Xmx} are recommended: a run makes little garbage. 256 MB serve the master.
 *
 * <pre>
 * java ... io.corebound.memory.Master --listen HOST:PORT --address-file FILE --workers N --result FILE
 *     --workload NAME --input PATH --output PATH
 *     [--api lean] [--pattern fully-connected] [--transport tcp] [--reduces N] [--split-bytes 134217728]
 *     [--runs 1] [--silence-s 15] [--set NAME=VALUE]...
 * java ... io.corebound.memory.Worker --master HOST:PORT --rank N --host ADDRESS
 *     [--node NAME] [--threads N] [--transport tcp] [--silence-s 15]
 * java ... io.corebound.memory.PingPong --listen ADDRESS [--transport tcp]
 * java ... io.corebound.memory.PingPong --peer HOST:PORT --sizes BYTES,... --seconds N [--transport tcp]
 * </pre>
 *
 * <p><b>Master</b>
 *
 * <ul>
 *   <li>{@code --listen}: its own address or a loopback address, never a wildcard; port 0 takes a
 *       free one.
 *   <li>{@code --address-file}: gets one line {@code HOST:PORT}, written to a temporary name and
 *       renamed, when workers can connect.
 *   <li>{@code --workers}: it waits for as many, ranks 0 to N-1, at most 60 s.
 *   <li>{@code --result}: gets the JSON below, in one piece, at the end, also where a job failed.
 *   <li>{@code --workload}: word-count, bigram-count, group-by or terasort; with {@code --api
 *       hadoop} also {@code job}, whose classes {@code --set} names.
 *   <li>{@code --input}: a file or a folder whose files are read; {@code --output} may not exist.
 *   <li>{@code --api}: {@code lean} (functions on slices of bytes) or {@code hadoop} (Hadoop's own
 *       Mapper, Reducer, combiner, input and output formats, as they are).
 *   <li>{@code --pattern}: fully-connected or pairwise; {@code --transport}: tcp or rsocket.
 *   <li>{@code --job-xml}: of the master, the configuration of a job that was submitted, for {@code
 *       --workload job --api hadoop}; its settings count after those of {@code --set}.
 *   <li>{@code --reduces}: partitions; the workers' threads together where it is left out.
 *       Partition P belongs to worker P mod N and ends in {@code part-r-P} of the output.
 *   <li>{@code --runs}: the job runs as often in the same JVMs; the output of a run replaces that
 *       of the run before. The first is cold, the others are warm.
 *   <li>{@code --silence-s}: a process that says nothing for so long ends the job.
 *   <li>{@code --set}: settings of Hadoop's for {@code --api hadoop}, such as {@code
 *       mapreduce.job.map.class}.
 * </ul>
 *
 * <p><b>Worker</b>: {@code --host} is the address of its node that it listens on (free ports) and
 * that its peers connect to; {@code --node} is the name that HDFS knows the node by, where it
 * differs; {@code --threads} map and reduce at most at once, as many as the JVM sees cores where it
 * is left out; {@code --transport} is the master's. A worker tries to reach its master for 30 s and
 * may be started before it.
 *
 * <p><b>PingPong</b> measures a transport without a job. The side with {@code --listen} prints its
 * port, and sends back what comes, for one peer after the other, until it is ended. The side with
 * {@code --peer} sends messages of each size of {@code --sizes} to and fro for that long and prints
 * a line a size: bytes of a message, messages that came back, seconds, and core-seconds of both
 * sides.
 *
 * <p><b>Processes end</b> when the master ends, however it ends. A worker that dies, hangs, or
 * sends what is no frame ends the job, and the master's last line on standard error names it. The
 * master prints one line on standard output when all workers are there, lines {@code progress MAP
 * REDUCE} in percent, and one line at the end of a run.
 *
 * <p><b>Exit status</b> of both: 0 done; 1 the work failed (a worker died, a function threw); 2 the
 * command line, the input or the output is wrong; 3 the machine lacks something (the job does not
 * fit the memory, no RDMA device). Reasons are one line on standard error, and {@code reason} in
 * the JSON.
 *
 * <p><b>Result</b>: times are the master's clock; {@code *_at} in seconds since 1970. Intervals of
 * a run are those of Hadoop's cells: map from the first split to the end of the last map, shuffle
 * to the last end notice, reduce to the last reduce, overhead the rest of {@code elapsed_s}
 * (planning, barriers, commit).
 *
 * <pre>
 * {
 *   "state": "OK" | "FAILED", "reason": null | "...", "exit_status": 0,
 *   "workload": "word-count", "api": "lean", "pattern": "fully-connected", "transport": "tcp",
 *   "reduces": 8, "startup_s": 1.2,
 *   "processes": [
 *     {"role": "memory-master", "rank": null, "host": "...", "pid": 1, "threads": 0},
 *     {"role": "memory-worker", "rank": 0, "host": "...", "pid": 2, "threads": 2}, ...],
 *   "runs": [{
 *     "start_at": 1.0, "map_start_at": 1.1, "map_end_at": 1.6, "shuffled_at": 1.7,
 *     "reduced_at": 1.9, "finish_at": 2.0, "elapsed_s": 1.0,
 *     "map_s": 0.5, "shuffle_s": 0.1, "reduce_s": 0.3, "overhead_s": 0.1,
 *     "maps": 16, "local_maps": 16,
 *     "input_bytes": 0, "input_records": 0, "map_output_records": 0, "shuffle_records": 0,
 *     "shuffle_bytes": 0, "network_bytes": 0, "output_records": 0, "output_bytes": 0,
 *     "steps": [{"step": 0, "start_at": 1.1, "finish_at": 1.7, "links": 12, "bytes": 0}, ...],
 *     "workers": [{"rank": 0, "cpu_s": 1.0, "gc_s": 0.1, "peak_bytes": 0, "largest_partition": 0,
 *         "map_s": 0.5, "wait_s": 0.0, "shuffle_s": 0.1, "reduce_s": 0.3}, ...]
 *   }, ...]
 * }
 * </pre>
 *
 * <p>{@code shuffle_bytes} are the bytes of all blocks of map output after combining, {@code
 * network_bytes} those of them that went between workers, {@code shuffle_records} the pairs in
 * them. {@code input_records} are lines or 100-byte records, {@code map_output_records} the pairs
 * that map functions wrote. {@code steps} has one entry with fully-connected, one a step with
 * pairwise. A lean map of a text counts no lines: {@code input_records} is null then.
 *
 * <p><b>What the workloads write</b>, a line of text each, in any order, unless said otherwise.
 * Words are what {@link java.util.StringTokenizer} returns; a line ends at {@code \n} or {@code
 * \r}.
 *
 * <ul>
 *   <li>word-count: word, tab, how often.
 *   <li>bigram-count: two adjacent words of a line with a blank between them, tab, how often; a
 *       line of one word counts that word, as the paper's code does.
 *   <li>group-by: a length in bytes, tab, the number of words of that length, tab, the sum of their
 *       {@link java.lang.String#hashCode} (64 bits, signed): each word must have arrived. Nothing
 *       is combined before the shuffle.
 *   <li>terasort: TeraGen's records of 100 bytes, sorted over all partitions.
 * </ul>
 */
package io.corebound.memory;
