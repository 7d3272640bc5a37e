package io.qcpruner.core.registry;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Services by name: built-in ones first, then those that jars on the class path offer through
 * {@link ServiceLoader}. A service that can't be loaded, or whose name is taken, is left out with a
 * warning; asking for an unknown name says so again. Immutable.
 *
 * @param <S> what is offered
 */
public final class NamedServices<S> {

  private static final System.Logger LOG = System.getLogger(NamedServices.class.getName());
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9.-]*");

  private final String kind;
  private final Map<String, S> services = new LinkedHashMap<>();
  private final List<String> leftOut = new ArrayList<>();

  private NamedServices(String kind) {
    this.kind = kind;
  }

  /**
   * @param kind what a message calls one of them, such as "method"
   */
  public static <S> NamedServices<S> load(
      String kind, Class<S> type, List<? extends S> builtIn, Function<S, String> name) {
    return of(kind, builtIn, ServiceLoader.load(type).iterator(), name);
  }

  /** Services that a class loader offers, none of them built in. */
  public static <S> NamedServices<S> load(
      String kind, Class<S> type, ClassLoader loader, Function<S, String> name) {
    return of(kind, List.of(), ServiceLoader.load(type, loader).iterator(), name);
  }

  static <S> NamedServices<S> of(
      String kind,
      List<? extends S> builtIn,
      Iterator<? extends S> found,
      Function<S, String> name) {
    NamedServices<S> out = new NamedServices<>(kind);
    builtIn.forEach(service -> out.services.put(name.apply(service), service));
    while (out.addNext(found, name)) {
      // one broken jar does not take the others with it
    }
    out.leftOut.forEach(why -> LOG.log(Level.WARNING, "{0} left out: {1}", kind, why));
    return out;
  }

  /** Takes one more service; false after the last one. */
  private boolean addNext(Iterator<? extends S> found, Function<S, String> nameOf) {
    try {
      if (!found.hasNext()) {
        return false;
      }
      S service = found.next();
      String name = nameOf.apply(service);
      if (name == null || !NAME.matcher(name).matches()) {
        leftOut.add(service.getClass().getName() + ": its name can't be written: " + name);
      } else if (services.putIfAbsent(name, service) != null) {
        leftOut.add(service.getClass().getName() + ": the name " + name + " is taken");
      }
    } catch (ServiceConfigurationError | LinkageError e) {
      leftOut.add(e.getMessage());
    }
    return true;
  }

  public List<String> names() {
    return List.copyOf(services.keySet());
  }

  public List<S> all() {
    return List.copyOf(services.values());
  }

  /** The service of that name; an unknown name is refused with the nearest and all known ones. */
  public S named(String name) {
    S service = services.get(name);
    if (service == null) {
      throw new IllegalArgumentException(
          "unknown "
              + kind
              + " \""
              + name
              + "\""
              + NearestName.hint(name, services.keySet())
              + "; known: "
              + String.join(", ", services.keySet())
              + leftOut());
    }
    return service;
  }

  /** The end of a message that names the services that were left out, empty without any. */
  public String leftOut() {
    return leftOut.isEmpty() ? "" : "; left out: " + String.join("; ", leftOut);
  }
}
