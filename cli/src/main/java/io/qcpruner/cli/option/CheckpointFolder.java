package io.qcpruner.cli.option;

import io.qcpruner.pocket.PocketModel;
import io.qcpruner.tasks.ModelWords;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;

/**
 * A checkpoint folder on the command line; {@code embedded} means the model inside this program.
 */
public final class CheckpointFolder implements ITypeConverter<Path> {

  /** The name of the embedded model; a folder of that name is {@code ./embedded}. */
  public static final String EMBEDDED = ModelWords.EMBEDDED;

  @Override
  public Path convert(String value) throws IOException {
    return value.equals(EMBEDDED) ? PocketModel.unpack() : Path.of(value);
  }
}
