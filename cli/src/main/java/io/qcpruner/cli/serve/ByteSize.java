package io.qcpruner.cli.serve;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A number of bytes on the command line: 512MiB, 1GiB, 64KiB or plain. */
final class ByteSize implements ITypeConverter<Long> {
  private static final Pattern FORM =
      Pattern.compile("(\\d{1,15})\\s*(|k|m|g)(i?b)?", Pattern.CASE_INSENSITIVE);

  @Override
  public Long convert(String text) {
    Matcher match = FORM.matcher(text.strip());
    if (!match.matches()) {
      throw new TypeConversionException("\"" + text + "\" is not a size such as 512MiB or 1GiB");
    }
    int shift =
        switch (match.group(2).toLowerCase(Locale.ROOT)) {
          case "k" -> 10;
          case "m" -> 20;
          case "g" -> 30;
          default -> 0;
        };
    return Math.multiplyExact(Long.parseLong(match.group(1)), 1L << shift);
  }
}
