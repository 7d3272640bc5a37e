package io.qcpruner.cli.option;

import io.qcpruner.model.NamedModel;
import io.qcpruner.pocket.PocketModel;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;

/** A checkpoint folder on the command line, or the name of a model inside this program. */
public final class CheckpointFolder implements ITypeConverter<Path> {

  /** The name of the embedded model; a folder of that name is {@code ./embedded}. */
  public static final String EMBEDDED = PocketModel.NAME;

  @Override
  public Path convert(String value) throws IOException {
    return NamedModel.unpack(value).orElseGet(() -> Path.of(value));
  }
}
