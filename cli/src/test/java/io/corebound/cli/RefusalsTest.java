package io.corebound.cli;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What commands refuse before they do anything, whatever lies on the machine. */
class RefusalsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          # the command line
          run --siez 1GB | Unknown options: '--siez'
          rnu | Unmatched argument at index 0: 'rnu'; did you mean 'run'?
          run --size 1GX | '1GX' has an unknown unit 'GX'
          run --size 1 | '1' has no unit
          run --size 10B | is too small to measure
          run --profile quik | no profile 'quik'
          run --duration 0min | --duration: a run takes from 3min to 4h
          run --duration 24h | --duration: a run takes from 3min to 4h
          run --duration 10 | '10' is not a length of time
          run --duration 10min --size 1GB | leave it out, or leave out --size
          run --duration 10min --profile quick | leave it out, or leave out --profile
          run --duration 3min --cluster lab | runs one cell on loopback
          run --cluster locla | no cluster 'locla'
          run --data-dir /does/not/exist | /does/not/exist
          run extra | Unmatched argument
          predict | --data 4GB (see 'corebound predict --help')
          plan | corebound plan --machine results/samples/
          predict --workload terasort --data 1GB --machine @run | no machine '@run' in
          predict --workload terasort --data 1GB --machine run-2026 | a run is given by its folder, such as results/RUN
          report /does/not/exist | /does/not/exist: no such run directory
          report accuracy-1650mb-2-core | \
              neither here nor in results/ or results/samples/; did you mean 'accuracy-1650mb-2-cores'?
          report /etc | /etc: not a run directory (it has no run.json)
          --hlep | Unknown option: '--hlep' (see 'corebound --help')
          collect --rate eth0 -- sleep 1 | Value for option '--rate' (DEVICE=RATE) should be in
          report | Missing required parameter
          collect | no command to run; it follows --
          collect -- | no command to run; it follows --
          collect sleep 1 | 'sleep': the command follows --
          collect --optional sra -- sleep 1 | no such collector; did you mean 'sar'?
          collect --rate eth0=fast -- sleep 1 | --rate eth0: 'fast' is not a data rate
          collect --rate eth0 -- sleep 1 | should be in KEY=VALUE format
          collect -- no-such-program 1 | no-such-program: no such program
          collect --optinal sar -- sleep 1 | Unknown option: '--optinal'
          # micro
          micro srot | unknown suite 'srot'; did you mean 'sort'?
          micro sort --profile quik | no profile 'quik'
          micro --lits | Unknown option: '--lits'
          micro sort --corpus /does/not/exist | --corpus /does/not/exist: is not a file
          micro sort -- -p record=5 | no chosen suite has a parameter 'record'; did you mean 'records'?
          micro sort -- -rff x.json | JMH's option -rff cannot be given
          micro sort -- --nonsense | nonsense
          micro sort --lever prefix | --lever prefix: it does not change how containers start
          micro sort --lever c1 | suite 'start' is not among those that are measured
          micro start --lever c1+ | a lever is named after its file in configs/lever, not 'c1+'
          micro start --lever c1+c1 | several levers are named once each
          micro start --lever c2 | did you mean 'c1'?
          micro start --lever c1 --ab -Xint -Xcomp | --lever goes with neither --ab nor --host
          micro start --lever c1 --host node | --lever goes with neither --ab nor --host
          micro sort -- -f 0 | JMH's option -f is a whole number from 1 on
          # micro --ab
          micro sort --ab -Xint | --ab needs two settings, each in quotes
          micro sort --ab -Xint --java /usr | \
              --ab, setting B '--java': Missing required parameter for option '--java' (HOME)
          micro sort --ab -Xint Xint | \
              --ab, setting B 'Xint': 'Xint' is none of --java HOME, --hadoop-home DIR and JVM flags
          micro sort --ab --java=/does/not/exist -Xint | /does/not/exist: not a JDK
          micro sort --ab -Xint -XX:+UseFoo | Unrecognized VM option 'UseFoo'
          micro start --ab -Xint -Xcomp | --ab cannot measure idle, start
          micro sort --ab -Xint -Xcomp --threshold -1 | the threshold is from 0 to 1000 percent
          micro sort --ab -Xint -Xcomp --host node | --ab and --host do not go together
          micro sort --threshold 3 | --threshold is for the comparison of two settings
          # lever
          lever | Missing required
          lever start | Missing required option: '--output=DIR'
          lever strat --output /tmp/classes | no lever 'strat' needs anything made; 'start' does
          lever start --output /tmp/classes --jobs 21 | --jobs is a number from 0 to 20, not 21
          lever start --output /tmp/classes --java /does/not/exist | /does/not/exist: not a JDK
          lever start --output /dev/null/classes | you may not write to /dev/null
          lever start --output /tmp/my,classes | /tmp/my,classes: Hadoop gives ',' a special meaning
          # probe
          probe dsk | unknown probe 'dsk'; did you mean 'disk'?
          probe --streems 1 | Unknown option: '--streems'; did you mean '--streams'?
          probe --streams 0 | --streams is a number from 1 to 64, not 0
          probe --streams x | 'x' is not a whole number
          probe --seconds 0 | --seconds is a number from 1 to 3600, not 0
          probe --repetitions 0 | --repetitions is a number from 1 to 100, not 0
          probe --size 15MiB | fio's file of 15MiB is too small; 8 streams take at least --size 16MiB
          probe --size 32MiB --streams 64,1 | 64 streams take at least --size 64MiB
          probe --size 1GX | '1GX' has an unknown unit 'GX'
          probe --format yaml | --format
          probe --nominal oikawa-2012 | no machine 'oikawa-2012'
          probe --nominal oikawa-2013 | states neither disk nor network
          probe transport --host a --network b | --host and --network: give one
          probe --host a | --host: the disk is this machine's
          probe network disk --network ethernet-1g | --network: the disk is this machine's
          probe transport --network ethernet-5g | no network 'ethernet-5g'
          probe transport --network my-network | --network my-network: names an interface
          probe network --host a,b --dry-run | --host: 'a,b' is not one host for ssh
          probe --data-dir /does/not/exist | data directory /does/not/exist: does not exist
          probe --results /dev/null | results folder /dev/null: /dev/null is a file
          probe --data-dir /dev/null | data directory /dev/null: is not a directory
          # sweep
          sweep workloads --measure model-turn --dry-run | \
              workload: profile 'model-turn' does not measure the cost of word-count; give --measure text-job or --machine
          sweep workloads --measure scan-job --dry-run | give --measure text-job or --machine
          sweep lineitem-units --measure text-job --dry-run | \
              does not measure the cost of lineitem-scan; give --measure scan-job or --machine
          sweep paper-2013 --measure text-job --dry-run | \
              workload: profile 'text-job' does not measure the cost of terasort; give --measure brief
          sweep paper-2012 --dry-run | did you mean 'paper-2013'?
          sweep --dry-run | give a file of configs/sweep, such as paper-2013, or --resume RUN
          sweep paper-2013 --dry-run --size 10B | size is at least 1MB
          sweep paper-2013 --dry-run --profile quik | did you mean 'quick'?
          sweep paper-2013 --dry-run --only nvme/* | --only 'nvme/*' matches no cell
          sweep paper-2013 --repeat-failed | --repeat-failed goes with
          # others
          clean --forget results/never-20261122-000000-1 | nothing is left of a run 'never-20261122-000000-1'
          validate | Missing required parameter
          """)
  void badInputIsOneClearLineAndStatusTwo(String arguments, String message) {
    Corebound.assertRefuses(arguments, message);
  }
}
