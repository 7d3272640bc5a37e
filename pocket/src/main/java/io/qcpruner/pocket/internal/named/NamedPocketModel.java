package io.qcpruner.pocket.internal.named;

import io.qcpruner.model.NamedModel;
import io.qcpruner.pocket.PocketModel;
import java.io.IOException;
import java.nio.file.Path;

/** The embedded model for pictures, by its name. */
public final class NamedPocketModel implements NamedModel {

  @Override
  public String name() {
    return PocketModel.NAME;
  }

  @Override
  public Path unpack() throws IOException {
    return PocketModel.unpack();
  }
}
