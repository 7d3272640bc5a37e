package io.qcpruner.media;

import java.awt.image.BufferedImage;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Locale;

/** Where a picture or clip comes from. */
public sealed interface MediaSource {

  /** Name for messages. */
  String name();

  /** Bytes in memory, not copied. */
  record Bytes(String name, byte[] data) implements MediaSource {}

  /** A file, or a folder of frames. */
  record File(Path path) implements MediaSource {
    @Override
    public String name() {
      return path.toString();
    }
  }

  /** An http or https address, fetched within limits. */
  record Address(URI uri) implements MediaSource {
    @Override
    public String name() {
      return Redacted.address(uri.toString());
    }
  }

  /** An image in memory; it must not change before it is read. */
  record Image(BufferedImage image) implements MediaSource {
    @Override
    public String name() {
      return "an image of " + image.getWidth() + "x" + image.getHeight();
    }
  }

  /** A file, or a folder of frames. */
  static MediaSource of(Path path) {
    return new File(path);
  }

  /** The content of a picture or video file, not copied. */
  static MediaSource of(byte[] data) {
    return new Bytes("the given bytes", data);
  }

  /** An image that the program holds or has drawn. */
  static MediaSource of(BufferedImage image) {
    return new Image(image);
  }

  /**
   * An http, https, data or file address.
   *
   * @throws MediaException for another kind of address
   */
  static MediaSource of(URI address) throws MediaException {
    String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
    return switch (scheme) {
      case "http", "https", "data" -> parse(address.toString());
      case "file" -> file(address);
      default ->
          throw new MediaException(
              Redacted.address(address.toString()), "not an http, https, data or file address");
    };
  }

  private static MediaSource file(URI address) throws MediaException {
    try {
      return new File(Path.of(address));
    } catch (IllegalArgumentException | FileSystemNotFoundException e) {
      throw new MediaException(address.toString(), "not the address of a file", e);
    }
  }

  /**
   * What a user typed: an http(s) address, a data address with base64 content, or a path.
   *
   * @throws MediaException when it is none of them
   */
  static MediaSource parse(String text) throws MediaException {
    if (text.isBlank()) {
      throw new MediaException("\"" + text + "\"", "neither a path nor an address");
    }
    if (text.regionMatches(true, 0, "data:", 0, 5)) {
      return data(text);
    }
    try {
      if (text.regionMatches(true, 0, "http://", 0, 7)
          || text.regionMatches(true, 0, "https://", 0, 8)) {
        return new Address(new URI(text));
      }
      return new File(Path.of(text));
    } catch (URISyntaxException | InvalidPathException e) {
      throw new MediaException(Redacted.address(text), "neither a path nor an address", e);
    }
  }

  private static MediaSource data(String text) throws MediaException {
    int comma = text.indexOf(',');
    String head = text.substring(0, Math.min(comma < 0 ? text.length() : comma, 60));
    if (comma < 0 || !text.substring(0, comma).endsWith(";base64")) {
      throw new MediaException(head, "a data address needs ;base64, and content");
    }
    try {
      byte[] data = Base64.getMimeDecoder().decode(text.substring(comma + 1));
      return new Bytes(head, data);
    } catch (IllegalArgumentException e) {
      throw new MediaException(head, "broken base64 content", e);
    }
  }
}
