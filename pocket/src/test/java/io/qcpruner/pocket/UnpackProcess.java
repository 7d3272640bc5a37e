package io.qcpruner.pocket;

import io.qcpruner.json.Sha256;
import io.qcpruner.natives.UserCache;
import java.nio.file.Path;

/** Unpacks the embedded model in a process of its own, for {@link UnpackTest}. */
public final class UnpackProcess {

  private UnpackProcess() {}

  public static void main(String[] args) throws Exception {
    Path model = PocketModel.unpackInto(new UserCache(Path.of(args[0])));
    String found = Sha256.hex(model.resolve("model.safetensors"));
    if (!found.equals(PocketModel.checksum())) {
      System.exit(1);
    }
  }
}
