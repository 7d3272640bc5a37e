package io.qcpruner.pocket.internal.named;

import io.qcpruner.model.NamedModel;
import io.qcpruner.pocket.PocketClips;
import java.io.IOException;
import java.nio.file.Path;

/** The embedded model for clips, by its name. */
public final class NamedPocketClips implements NamedModel {

  @Override
  public String name() {
    return PocketClips.NAME;
  }

  @Override
  public Path unpack() throws IOException {
    return PocketClips.unpack();
  }
}
