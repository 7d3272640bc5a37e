package io.qcpruner.pocket;

import io.qcpruner.json.Sha256;
import io.qcpruner.natives.UserCache;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A checkpoint that lies in this module as a resource.
 *
 * @param root resource folder, with a slash at its end
 * @param files names below it, the weights among them
 */
record EmbeddedModel(String root, List<String> files) {

  static final String WEIGHTS = "model.safetensors";

  /** Unpacks into a cache, or into a folder for this process when the cache can't be written. */
  Path unpackInto(UserCache cache) throws IOException {
    Path place;
    try {
      place = cache.folder("pocket");
    } catch (IOException e) {
      place = TemporaryFolder.untilExit();
    }
    return unpack(place.resolve(EmbeddedFiles.shortName(weights())));
  }

  /** Unpacks into a given folder; files that are already there with the same content stay. */
  Path unpack(Path folder) throws IOException {
    return EmbeddedFiles.unpack(root, files, folder);
  }

  /** SHA-256 of the weights. */
  String checksum() throws IOException {
    return Sha256.hex(weights());
  }

  private byte[] weights() throws IOException {
    return EmbeddedFiles.bytes(root + WEIGHTS);
  }
}
