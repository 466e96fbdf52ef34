/**
 * The costs of the operations of a TeraSort, measured by JMH on Hadoop's own classes. A suite is a
 * sub-package. It needs only Hadoop, JMH and a JDK from 8 on, so that it runs on the JDK and the
 * Hadoop that a cluster has.
 *
 * <p>Every benchmark takes single shots, each of which handles what one task handles. The first of
 * each fork is as cold as a task's JVM: other JVMs make the input, and what a task does before its
 * first record is done before. {@link io.corebound.microbench.OperationMeter} stands around the
 * operation alone; {@link io.corebound.microbench.OperationProfiler} puts its figures into JMH's
 * JSON. What counts as records and bytes:
 *
 * <pre>
 * read.cat, .file-*, .local-fs, .hdfs; write.local-fs, .hdfs   bytes / 100   of the file, each time
 * read.tera-records, write.tera-records, frame.*, task.*       TeraSort's    payload: 100 a record
 * serialize.tera-record and back                               TeraSort's    payload (102 serialized)
 * serialize.TYPE and back                                      values        serialized
 * serialize.bytes, serialize.text and back                     elements      payload, without lengths
 * sort, merge, sort-merge, merge.reduce                        pairs         payload (104 in an IFile)
 * compress.*, decompress.*                                     records       uncompressed IFile; or text
 * shuffle.fetch                                                TeraSort's    on the wire
 * text.encode, text.decode                                     strings       encoded text
 * parse.*                                                      lines         text, line ends included
 * partition.total-order                                        keys          payload: 100 a key
 * start.jvm                                                    JVMs started  none
 * </pre>
 */
package io.corebound.microbench;
