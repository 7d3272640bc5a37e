package io.qcpruner.server.protocol;

import io.qcpruner.media.Detail;
import io.qcpruner.media.MediaSource;
import io.qcpruner.server.chat.Medium;
import io.qcpruner.server.chat.Medium.Kind;
import io.qcpruner.server.error.ErrorCode;
import io.qcpruner.server.error.RequestException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The address of a picture or clip: strict base64 in a data address, or http(s) where allowed. */
final class MediaAddress {
  static final int MAX_IMAGE_BYTES = 20 << 20;
  static final int MAX_CLIP_BYTES = 23 << 20;

  private static final Pattern DATA =
      Pattern.compile(
          "data:(image|video)/([A-Za-z0-9.+-]{1,64});base64,", Pattern.CASE_INSENSITIVE);
  private static final int LONGEST_HEAD = 100;
  private static final int LONGEST_ADDRESS = 2048;

  private MediaAddress() {}

  static Medium parse(String url, Kind kind, Detail detail, String param, boolean remoteAllowed)
      throws RequestException {
    String head = url.substring(0, Math.min(url.length(), LONGEST_HEAD));
    Matcher data = DATA.matcher(head);
    if (data.lookingAt()) {
      boolean frames = data.group(2).equalsIgnoreCase("jpeg") && is(data.group(1), "video");
      if (frames || !is(data.group(1), kind == Kind.IMAGE ? "image" : "video")) {
        throw refused(param, kind);
      }
      byte[] bytes = decode(url, data.end(), kind, param);
      return new Medium(kind, new MediaSource.Bytes("the data", bytes), detail, param);
    }
    String lower = head.toLowerCase(java.util.Locale.ROOT);
    if (lower.startsWith("http://") || lower.startsWith("https://")) {
      return new Medium(kind, remote(url, param, remoteAllowed), detail, param);
    }
    throw refused(param, kind);
  }

  private static boolean is(String text, String expected) {
    return text.equalsIgnoreCase(expected);
  }

  private static RequestException refused(String param, Kind kind) {
    String form = kind == Kind.IMAGE ? "data:image/png;base64,..." : "data:video/mp4;base64,...";
    return new RequestException(
        ErrorCode.INVALID_VALUE, param, param + " must be a data address such as " + form + ".");
  }

  private static byte[] decode(String url, int start, Kind kind, String param)
      throws RequestException {
    int characters = url.length() - start;
    int limit = kind == Kind.IMAGE ? MAX_IMAGE_BYTES : MAX_CLIP_BYTES;
    if (characters == 0 || characters % 4 != 0) {
      throw notBase64(param);
    }
    int padding = url.endsWith("==") ? 2 : url.endsWith("=") ? 1 : 0;
    if (characters / 4L * 3 - padding > limit) {
      throw new RequestException(
          ErrorCode.INVALID_IMAGE, param, "The file is over " + (limit >> 20) + " MiB.");
    }
    try {
      return Base64.getDecoder().decode(url.substring(start));
    } catch (IllegalArgumentException e) {
      throw notBase64(param);
    }
  }

  private static RequestException notBase64(String param) {
    return new RequestException(
        ErrorCode.INVALID_VALUE,
        param,
        param + " is not base64 with padding and without blanks or line breaks.");
  }

  private static MediaSource remote(String url, String param, boolean allowed)
      throws RequestException {
    if (!allowed) {
      throw new RequestException(
          ErrorCode.REMOTE_MEDIA_DISABLED,
          param,
          "This server fetches no addresses; send the file itself as data:image/png;base64,...");
    }
    try {
      // one parser: what is checked is what is fetched
      URI uri = url.length() > LONGEST_ADDRESS ? null : new URI(url);
      if (uri != null && uri.getHost() != null && uri.getUserInfo() == null) {
        return new MediaSource.Address(uri);
      }
    } catch (URISyntaxException e) {
      // refused below, without the text of the exception
    }
    throw new RequestException(
        ErrorCode.INVALID_VALUE,
        param,
        param + " must be an http(s) address with a host and without a user name.");
  }
}
