package io.qcpruner.core.registry;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that a mistyped one was meant to be. */
public final class NearestName {

  private NearestName() {}

  /**
   * The known name of the smallest edit distance, if that is at most a third of its length; capital
   * letters count as small ones.
   */
  public static Optional<String> of(String given, Collection<String> known) {
    String best = null;
    int fewest = Integer.MAX_VALUE;
    for (String name : known) {
      int edits = distance(given.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
      if (edits < fewest && edits <= Math.max(1, name.length() / 3)) {
        best = name;
        fewest = edits;
      }
    }
    return Optional.ofNullable(best);
  }

  /** The words {@code "; did you mean X?"}, or none. */
  public static String hint(String given, Collection<String> known) {
    return of(given, known).map(name -> "; did you mean " + name + "?").orElse("");
  }

  /** Levenshtein's distance: letters to insert, delete or replace. */
  static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
