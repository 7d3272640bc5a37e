package io.qcpruner.cli.serve;

import io.qcpruner.server.http.Access;
import io.qcpruner.server.http.ApiKeys;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Where the server listens and who may call. */
final class AccessOptions {

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = "Address to listen on (default: ${DEFAULT-VALUE}); others need keys.")
  String host;

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "8080",
      description = "Port; 0 takes a free one (default: ${DEFAULT-VALUE}).")
  int port;

  @Option(
      names = "--api-key-file",
      paramLabel = "FILE",
      description = "One key per line; # begins a comment.")
  private Path keyFile;

  @Option(
      names = "--api-key-env",
      paramLabel = "NAME",
      description = "Environment variable that holds a key.")
  private String keyVariable;

  @Option(names = "--insecure-no-auth", description = "Listen on a network address without keys.")
  private boolean noKeys;

  @Option(
      names = "--cors-origin",
      paramLabel = "URL",
      description = "Site whose scripts may call; may be repeated.")
  private List<String> origins = new ArrayList<>();

  @Option(
      names = "--host-name",
      paramLabel = "NAME",
      description = "Name under which the server is called; may be repeated.")
  private List<String> names = new ArrayList<>();

  /** Refuses an open server on a network. */
  Access access(CommandLine line) throws IOException {
    if (port < 0 || port > 65_535) {
      throw new ParameterException(line, "--port must be 0 to 65535, not " + port);
    }
    for (String origin : origins) {
      if (!origin.matches("https?://[^/?#\\s]+")) {
        throw new ParameterException(
            line,
            "--cors-origin must be a site such as https://example.org, without a path, not "
                + origin);
      }
    }
    List<String> lines = new ArrayList<>();
    if (keyFile != null) {
      lines.addAll(keysOfFile(line));
    }
    if (keyVariable != null) {
      String key = System.getenv(keyVariable);
      if (key == null || key.isBlank()) {
        throw new ParameterException(line, "the variable " + keyVariable + " holds no key");
      }
      lines.add(key);
    }
    ApiKeys keys = ApiKeys.ofLines(lines);
    if (keyFile != null && keys.isEmpty()) {
      throw new ParameterException(line, "there is no key in " + keyFile);
    }
    if (keys.isEmpty() && !noKeys && !address(line).isLoopbackAddress()) {
      throw new ParameterException(
          line,
          "listening on "
              + host
              + " without keys would let everyone in; give --api-key-file, or --insecure-no-auth"
              + " if that is meant");
    }
    return new Access(keys, origins, names);
  }

  private List<String> keysOfFile(CommandLine line) throws IOException {
    try {
      return Files.readAllLines(keyFile);
    } catch (CharacterCodingException e) {
      throw new ParameterException(
          line, keyFile + " is not a text file with a key on each line", e);
    }
  }

  private InetAddress address(CommandLine line) {
    try {
      return InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw new ParameterException(line, "--host " + host + " is not a known address", e);
    }
  }
}
