package io.qcpruner.checkpoint.hub;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A model on a hub: {@code ORG/NAME} or {@code ORG/NAME@REVISION}. */
public record ModelId(String organisation, String name, String revision) {
  private static final String PART = "[A-Za-z0-9](?:[A-Za-z0-9._-]{0,94}[A-Za-z0-9])?";
  private static final Pattern FORM =
      Pattern.compile("(" + PART + ")/(" + PART + ")(?:@([A-Za-z0-9][A-Za-z0-9._-]{0,99}))?");

  public static boolean looksLikeOne(String text) {
    return FORM.matcher(text).matches() && !text.contains("..");
  }

  public static ModelId parse(String text) {
    Matcher match = FORM.matcher(text);
    if (!match.matches() || text.contains("..")) {
      throw new IllegalArgumentException("not of the form ORG/NAME or ORG/NAME@REVISION: " + text);
    }
    String revision = match.group(3) == null ? "main" : match.group(3);
    return new ModelId(match.group(1), match.group(2), revision);
  }

  /** Without the revision. */
  public String path() {
    return organisation + "/" + name;
  }

  @Override
  public String toString() {
    return revision.equals("main") ? path() : path() + "@" + revision;
  }
}
