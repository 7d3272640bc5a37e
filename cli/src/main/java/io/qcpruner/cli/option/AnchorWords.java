package io.qcpruner.cli.option;

import io.qcpruner.core.anchor.AnchorNames;
import io.qcpruner.core.anchor.MatchMode;
import io.qcpruner.core.anchor.MatchScope;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** How anchors are matched, as written on the command line. */
public final class AnchorWords {

  private AnchorWords() {}

  /** {@code word}, {@code literal}, {@code spaced} or {@code cased}. */
  public static final class Mode implements ITypeConverter<MatchMode> {
    @Override
    public MatchMode convert(String value) {
      try {
        return AnchorNames.mode(value);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  /** {@code user} or {@code prompt}. */
  public static final class Scope implements ITypeConverter<MatchScope> {
    @Override
    public MatchScope convert(String value) {
      try {
        return AnchorNames.scope(value);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }
}
