/**
 * What the operations cost that a TeraSort consists of, measured by JMH on Hadoop's own classes. A
 * suite is a sub-package. Only Hadoop and JMH are needed to run it, and a JDK from 8 on, so that it
 * runs on the JDK and the Hadoop that a cluster has.
 *
 * <p>Every benchmark takes single shots, each of which handles what one task handles. The first of
 * each fork is as cold as a task's JVM: input is made by other JVMs, and what a task has done
 * before its first record (reading its configuration, connecting to HDFS, allocating the sort
 * buffer) is done before; in the suite {@code task} only what has been done before the task itself
 * runs. {@link io.corebound.microbench.OperationMeter} stands around the operation alone, and
 * {@link io.corebound.microbench.OperationProfiler} puts its figures into JMH's JSON.
 *
 * <table>
 *   <caption>Operations, and what their figures {@code records} and {@code bytes} are</caption>
 *   <tr><th>operation<th>records<th>bytes<th>of its own
 *   <tr><td>{@code read.cat}, {@code read.file-input-stream}, {@code read.file-channel}, {@code
 *     read.local-fs}, {@code write.local-fs}<td>bytes / 100<td>of the file, each time<td>
 *   <tr><td>{@code read.hdfs}, {@code write.hdfs}<td>bytes / 100<td>of the file, each time<td>
 *   <tr><td>{@code read.tera-records}, {@code write.tera-records}<td>TeraSort's
 *     <td>payload: 100 a record<td>
 *   <tr><td>{@code serialize.tera-record}, {@code deserialize.tera-record}<td>TeraSort's
 *     <td>payload: 100 a record (102 serialized)<td>
 *   <tr><td>{@code serialize.<type>}, {@code deserialize.<type>}<td>values<td>serialized<td>
 *   <tr><td>{@code serialize.bytes}, {@code serialize.text} and back<td>elements
 *     <td>payload, without the lengths<td>
 *   <tr><td>{@code sort}, {@code merge}, {@code sort-merge}<td>pairs
 *     <td>payload: of TeraSort's 100 a record (104 in an IFile)
 *     <td>{@code sort|spills}, {@code sort|records_per_spill}, and parts of {@code sort}: the
 *     phases {@code collect}, {@code sort}, {@code spill}, CPU of the threads {@code collector},
 *     {@code spill-thread}
 *   <tr><td>{@code compress.<codec>}, {@code decompress.<codec>}<td>TeraSort's, sorted; or lines
 *     <td>uncompressed IFile: 104 a record and 2; or text<td>{@code compressed_bytes}
 *   <tr><td>{@code merge.reduce}<td>TeraSort's<td>payload: 100 a record (104 in an IFile)
 *     <td>{@code merge.reduce|intermediate_records}
 *   <tr><td>{@code shuffle.fetch}<td>TeraSort's<td>on the wire: 104 a record, and 6 a map,
 *     uncompressed; fewer with Snappy<td>
 *   <tr><td>{@code text.encode}, {@code text.decode}<td>strings<td>encoded text<td>
 *   <tr><td>{@code parse.lines}, {@code parse.lines-tokens}<td>lines<td>text, line ends included
 *     <td>{@code parse.lines-tokens|tokens}: words
 *   <tr><td>{@code parse.tokens}<td>strings of up to 256 B<td>text<td>{@code tokens}: words
 *   <tr><td>{@code frame.map}, {@code frame.reduce}<td>TeraSort's<td>payload: 100 a record<td>
 *   <tr><td>{@code partition.total-order}<td>keys asked for, 16 for each of {@code records}
 *     <td>payload: 100 a key<td>
 *   <tr><td>{@code start.jvm}<td>JVMs started<td>none<td>CPU time of the process {@code jvm}
 *   <tr><td>{@code task.map}, {@code task.reduce}, {@code task.map.none}, {@code task.reduce.none}<td>of the whole task; 0 is a task without data
 *     <td>payload: 100 a record<td>
 * </table>
 */
package io.corebound.microbench;
