package io.qcpruner.model.weights;

import io.qcpruner.checkpoint.weights.WeightsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;

/**
 * Size and time of a mapped file. Reading a page that a shorter file no longer has ends the
 * process, so whoever is about to read asks first whether the file is still the one that was
 * mapped.
 */
record FileStamp(Path file, long size, FileTime modified) {

  static FileStamp of(Path file) throws IOException {
    BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
    return new FileStamp(file, found.size(), found.lastModifiedTime());
  }

  void requireUnchanged() throws WeightsException {
    try {
      if (!of(file).equals(this)) {
        throw new WeightsException(
            file + " was changed while the model was open; open the model again");
      }
    } catch (WeightsException e) {
      throw e;
    } catch (NoSuchFileException e) {
      throw new WeightsException(file + " is gone; open the model again", e);
    } catch (IOException e) {
      throw new WeightsException(file + " can't be read any more; open the model again", e);
    }
  }
}
