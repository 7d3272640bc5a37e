package io.qcpruner.cli.option;

import io.qcpruner.media.Detail;
import io.qcpruner.media.PictureSettings;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** How much of a picture the model looks at. */
public final class DetailOption {

  @Option(
      names = "--detail",
      paramLabel = "low|high|auto",
      hideParamSyntax = true,
      defaultValue = "auto",
      converter = Names.class,
      description =
          "How many tiles or pixels of a picture to look at: low takes less time, auto is what the"
              + " checkpoint says (default: ${DEFAULT-VALUE}).")
  private Detail detail = Detail.AUTO;

  /** Detail of pictures. */
  public Detail detail() {
    return detail;
  }

  /** The same for a single picture. */
  public PictureSettings settings() {
    return PictureSettings.of(detail);
  }

  private static final class Names implements ITypeConverter<Detail> {
    @Override
    public Detail convert(String text) {
      return Detail.named(text)
          .orElseThrow(
              () -> new TypeConversionException("must be low, high or auto, not '" + text + "'"));
    }
  }
}
