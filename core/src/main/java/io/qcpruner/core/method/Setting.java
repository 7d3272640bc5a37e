package io.qcpruner.core.method;

import io.qcpruner.core.utility.Cues;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A named, typed parameter that a user may set on a method.
 *
 * @param <T> type of its value
 */
public final class Setting<T> {

  public static final Setting<Integer> LAYER =
      whole("layer", "zero-based decoder layer behind which tokens go");
  public static final Setting<Double> RHO = real("rho", "utility floor, 0 to 1");
  public static final Setting<SelectorName> SELECTOR =
      choice("selector", "what picks the tokens", SelectorName.class);
  public static final Setting<Cues> CUES =
      choice("cues", "which cues make the utility", Cues.class);
  public static final Setting<Conditioning> TEXT =
      choice("text", "which text rows speak for the query", Conditioning.class);
  public static final Setting<Allocation> ALLOCATE =
      choice("allocate", "how frames share the budget", Allocation.class);
  public static final Setting<Normalization> NORMALIZE =
      choice("normalize", "over which tokens cues are normalised", Normalization.class);
  public static final Setting<CdPruner.Sign> SIGN =
      choice(
          "sign",
          "whether similarity to the text makes relevance or lowers it",
          CdPruner.Sign.class);
  public static final Setting<Boolean> CERTIFY =
      flag("certify", "say how far the picks can be from the best ones");
  public static final Setting<Raters> RATERS =
      choice("raters", "which text rows rate the patches", Raters.class);
  public static final Setting<Boolean> SINGLE_STAGE =
      flag("single-stage", "cut once to exactly the budget");
  public static final Setting<Dart.Count> COUNT =
      choice("count", "what a budget means", Dart.Count.class);
  public static final Setting<Dart.PivotOrder> PIVOT_ORDER =
      choice("pivot-order", "in which order pivots choose", Dart.PivotOrder.class);
  public static final Setting<Integer> IMAGE_PIVOTS = whole("image-pivots", "pivots among patches");
  public static final Setting<Integer> TEXT_PIVOTS = whole("text-pivots", "pivots among text rows");
  public static final Setting<Boolean> PRUNE_NEWLINES =
      flag("prune-newlines", "count newlines as candidates");
  public static final Setting<Double> CONTEXTUAL_SHARE =
      real("contextual-share", "part that goes to merged rows, 0 to 1");
  public static final Setting<Double> THETA = real("theta", "sharpness of relevance, 0 is off");
  public static final Setting<PruneSid.TileFeatures> TILE_ORDER =
      choice("tile-order", "where the features of a tile go", PruneSid.TileFeatures.class);
  public static final Setting<FastVid.Newlines> NEWLINES =
      choice("newlines", "which newlines of a frame stay", FastVid.Newlines.class);
  public static final Setting<Integer> SEED = whole("seed", "seed of the random choice");

  /** Every setting there is. */
  public static final List<Setting<?>> ALL =
      List.of(
          LAYER,
          RHO,
          SELECTOR,
          CUES,
          TEXT,
          ALLOCATE,
          NORMALIZE,
          SIGN,
          CERTIFY,
          RATERS,
          SINGLE_STAGE,
          COUNT,
          PIVOT_ORDER,
          IMAGE_PIVOTS,
          TEXT_PIVOTS,
          PRUNE_NEWLINES,
          CONTEXTUAL_SHARE,
          THETA,
          TILE_ORDER,
          NEWLINES,
          SEED);

  private final String name;
  private final String help;
  private final String values;
  private final Function<String, T> parser;

  private Setting(String name, String help, String values, Function<String, T> parser) {
    this.name = name;
    this.help = help;
    this.values = values;
    this.parser = parser;
  }

  public String name() {
    return name;
  }

  public String help() {
    return help;
  }

  /** What may stand behind the equals sign. */
  public String values() {
    return values;
  }

  /** The value that a text stands for; a text that stands for none is refused. */
  public T parse(String text) {
    try {
      return parser.apply(text.strip());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(name + " must be " + values + ", not \"" + text + "\"", e);
    }
  }

  @Override
  public String toString() {
    return name;
  }

  /** How an enum constant is written: lower case with hyphens. */
  static String written(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static Setting<Integer> whole(String name, String help) {
    return new Setting<>(name, help, "a whole number", Integer::valueOf);
  }

  private static Setting<Double> real(String name, String help) {
    return new Setting<>(name, help, "a number", Double::valueOf);
  }

  private static Setting<Boolean> flag(String name, String help) {
    return new Setting<>(name, help, "true or false", Setting::yesOrNo);
  }

  private static boolean yesOrNo(String text) {
    if (text.equals("true") || text.equals("false")) {
      return text.equals("true");
    }
    throw new IllegalArgumentException(text);
  }

  private static <E extends Enum<E>> Setting<E> choice(String name, String help, Class<E> type) {
    List<E> constants = Arrays.asList(type.getEnumConstants());
    String values = constants.stream().map(Setting::written).collect(Collectors.joining(", "));
    return new Setting<>(
        name,
        help,
        "one of " + values,
        text ->
            constants.stream()
                .filter(c -> written(c).equals(text.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(text)));
  }
}
