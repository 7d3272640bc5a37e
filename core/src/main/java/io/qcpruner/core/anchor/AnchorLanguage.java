package io.qcpruner.core.anchor;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Languages with a stop list of their own. */
public enum AnchorLanguage {
  ENGLISH("en"),
  CHINESE("zh"),
  GERMAN("de"),
  FRENCH("fr"),
  SPANISH("es"),
  ITALIAN("it"),
  PORTUGUESE("pt"),
  DUTCH("nl"),
  RUSSIAN("ru");

  private final String code;

  AnchorLanguage(String code) {
    this.code = code;
  }

  /** The two letters of ISO 639. */
  public String code() {
    return code;
  }

  public static AnchorLanguage ofCode(String code) {
    for (AnchorLanguage language : values()) {
      if (language.code.equals(code)) {
        return language;
      }
    }
    throw new IllegalArgumentException(
        "unknown anchor language "
            + code
            + "; known are "
            + Arrays.stream(values()).map(AnchorLanguage::code).collect(Collectors.joining(", ")));
  }
}
