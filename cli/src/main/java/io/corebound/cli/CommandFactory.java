package io.corebound.cli;

import io.corebound.app.run.Installation;
import java.lang.reflect.Constructor;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/** Makes the commands, with the installation and the command line for those that need them. */
record CommandFactory(Installation installation, List<String> arguments) implements IFactory {
  private static final String DASHES = "--";

  /** The command line up to {@code --}: what picocli reads. */
  List<String> beforeDashes() {
    int at = arguments.indexOf(DASHES);
    return at < 0 ? arguments : arguments.subList(0, at);
  }

  /** What stands behind {@code --}, for another program. */
  List<String> afterDashes() {
    int at = arguments.indexOf(DASHES);
    return at < 0 ? List.of() : arguments.subList(at + 1, arguments.size());
  }

  @Override
  public <K> K create(Class<K> type) throws Exception {
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      Class<?>[] parameters = constructor.getParameterTypes();
      if (parameters.length == 1 && parameters[0] == Installation.class) {
        return type.cast(constructor.newInstance(installation));
      }
      if (parameters.length == 1 && parameters[0] == CommandFactory.class) {
        return type.cast(constructor.newInstance(this));
      }
    }
    return CommandLine.defaultFactory().create(type);
  }
}
