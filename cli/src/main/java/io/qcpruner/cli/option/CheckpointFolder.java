package io.qcpruner.cli.option;

import io.qcpruner.tasks.ModelWords;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;

/** A checkpoint folder on the command line, or the name of a model inside this program. */
public final class CheckpointFolder implements ITypeConverter<Path> {

  /** The name of the embedded model; a folder of that name is {@code ./embedded}. */
  public static final String EMBEDDED = ModelWords.EMBEDDED;

  @Override
  public Path convert(String value) throws IOException {
    return ModelWords.embedded(value).orElseGet(() -> Path.of(value));
  }
}
