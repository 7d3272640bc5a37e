package io.qcpruner.core.select;

import io.qcpruner.core.objective.EdgeWeight;
import io.qcpruner.core.registry.NamedServices;
import java.util.List;
import java.util.function.Function;

/** All selectors by name: the built-in ones, and those that jars on the class path offer. */
public final class Selectors {

  private record BuiltIn(String name, Function<SelectorOptions, Selector> factory)
      implements SelectorProvider {
    @Override
    public Selector create(SelectorOptions options) {
      return factory.apply(options);
    }
  }

  private static final List<SelectorProvider> BUILT_IN =
      List.of(
          coverage("coverage", EdgeWeight.BILATERAL),
          coverage("target", EdgeWeight.TARGET),
          coverage("representative", EdgeWeight.REPRESENTATIVE),
          coverage("visual-only", EdgeWeight.VISUAL_ONLY),
          new BuiltIn("top-k", options -> new TopKSelector()),
          new BuiltIn("mmr", options -> new MmrSelector(options.lambda())),
          new BuiltIn("dpp", options -> new DppSelector()),
          new BuiltIn(
              "mmtok-style", options -> new AdditiveCoverageSelector(options.additive(), false)),
          new BuiltIn(
              "mmtok-utility-row",
              options -> new AdditiveCoverageSelector(options.additive(), true)),
          new BuiltIn("max-min", options -> new MaxMinSelector()),
          new BuiltIn("self-novelty", options -> new SelfNoveltySelector()));

  private static final NamedServices<SelectorProvider> SERVICES =
      NamedServices.load("selector", SelectorProvider.class, BUILT_IN, SelectorProvider::name);

  private Selectors() {}

  public static List<String> names() {
    return SERVICES.names();
  }

  /** The name itself; an unknown one is refused. */
  public static String requireName(String name) {
    SERVICES.named(name);
    return name;
  }

  /** The selector of that name; an unknown name is refused with the known ones. */
  public static Selector create(String name, SelectorOptions options) {
    return SERVICES.named(name).create(options);
  }

  private static SelectorProvider coverage(String name, EdgeWeight edges) {
    return new BuiltIn(
        name,
        options -> new CoverageSelector(edges, options.greedy(), options.tiled(), options.ties()));
  }
}
