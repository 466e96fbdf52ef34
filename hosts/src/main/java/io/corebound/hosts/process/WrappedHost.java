package io.corebound.hosts.process;

import java.nio.file.Path;
import java.util.Optional;

/** A host that runs its programs on another host with changed commands. */
public abstract class WrappedHost implements Host {
  private final Host host;

  protected WrappedHost(Host host) {
    this.host = host;
  }

  /** The command as the other host is to run it. */
  protected abstract Command changed(Command command);

  /** Where the programs run. */
  public final Host host() {
    return host;
  }

  @Override
  public String name() {
    return host.name();
  }

  @Override
  public final Outcome run(Command command) {
    return host.run(changed(command));
  }

  @Override
  public final RunningProgram start(Command command, Path out, Path err) {
    return host.start(changed(command), out, err);
  }

  @Override
  public final PipedProgram converse(Command command, Path err) {
    return host.converse(changed(command), err);
  }

  @Override
  public final String there(Path local) {
    return host.there(local);
  }

  @Override
  public final void bring(Path local) {
    host.bring(local);
  }

  @Override
  public final Optional<String> lost() {
    return host.lost();
  }

  @Override
  public final ClockOffset clockOffset() throws InterruptedException {
    return host.clockOffset();
  }
}
