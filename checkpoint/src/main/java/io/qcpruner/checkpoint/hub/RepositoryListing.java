package io.qcpruner.checkpoint.hub;

import com.fasterxml.jackson.databind.JsonNode;
import io.qcpruner.json.JsonException;
import io.qcpruner.json.JsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** The files of a model at one commit. */
record RepositoryListing(String commit, List<RemoteFile> files) {
  private static final int MAX_BYTES = 16 << 20;

  static RepositoryListing fetch(HubClient client, ModelId id) throws IOException {
    String path = "api/models/%s/revision/%s?blobs=true".formatted(id.path(), id.revision());
    try (HubClient.Answer answer = client.get(client.address(path), 0)) {
      if (answer.status() != 200) {
        throw refused(answer.status(), id, client);
      }
      return parse(answer.body(), id);
    }
  }

  static HubException refused(int status, ModelId id, HubClient client) {
    String host = client.address("").getHost();
    return switch (status) {
      case 401, 403 ->
          new HubException(
              "%s refuses %s (status %d): wrong name, or a model that needs an access token (HF_TOKEN)"
                  .formatted(host, id, status));
      case 404 -> new HubException("%s has no model %s".formatted(host, id));
      default -> new HubException("%s answers %s with status %d".formatted(host, id, status));
    };
  }

  private static RepositoryListing parse(InputStream body, ModelId id) throws IOException {
    byte[] bytes = body.readNBytes(MAX_BYTES);
    JsonNode root;
    try {
      root = JsonReader.STANDARD.object(bytes, "the listing of " + id);
    } catch (JsonException e) {
      throw new HubException(e.getMessage(), e);
    }
    String commit = root.path("sha").asText("");
    if (!commit.matches("[0-9a-f]{40}")) {
      throw new HubException("the listing of " + id + " names no commit");
    }
    List<RemoteFile> files = new ArrayList<>();
    for (JsonNode file : root.path("siblings")) {
      files.add(new RemoteFile(file.path("rfilename").asText(""), file.path("size").asLong(-1)));
    }
    return new RepositoryListing(commit, List.copyOf(files));
  }
}
