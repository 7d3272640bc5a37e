package io.qcpruner.server.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.model.generate.GenerationSettings;
import io.qcpruner.model.generate.SamplingSettings;
import io.qcpruner.server.chat.ChatRequest;
import io.qcpruner.server.error.ErrorCode;
import io.qcpruner.server.error.RequestException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/** The body of {@code POST /v1/chat/completions} to a checked request. */
public final class ChatRequestParser {
  private static final Set<String> SERVED =
      Set.of(
          "messages",
          "model",
          "max_completion_tokens",
          "max_tokens",
          "temperature",
          "top_p",
          "seed",
          "stop",
          "stream",
          "stream_options",
          "repetition_penalty",
          "media_io_kwargs",
          "frequency_penalty",
          "presence_penalty",
          "logit_bias",
          "logprobs",
          "top_logprobs",
          "response_format",
          "n",
          "pruning");
  private static final Set<String> WITHOUT_EFFECT =
      Set.of(
          "user",
          "metadata",
          "service_tier",
          "safety_identifier",
          "prompt_cache_key",
          "parallel_tool_calls");
  private static final int MAX_STOPS = 4;
  private static final int LONGEST_STOP = 256;
  private static final double HOTTEST = 2;

  private final ProtocolSettings settings;
  private final StrictJson json;

  public ChatRequestParser(ProtocolSettings settings) {
    this.settings = settings;
    this.json = new StrictJson(settings.rules().maxBody());
  }

  public ChatRequest parse(byte[] body) throws RequestException {
    ObjectNode root = json.object(body);
    JsonFields fields = JsonFields.root(root);
    model(fields);
    NeutralFields.check(fields);
    boolean stream = fields.flag("stream", false);
    MessagesParser messages = new MessagesParser(settings);
    messages.parse(fields);
    PruningParser pruning = PruningParser.of(fields, settings.rules().method());
    return new ChatRequest(
        messages.system(),
        messages.turns(),
        sampling(fields).withMaxNewTokens(maxTokens(fields)).withStopStrings(stop(fields)),
        (int) fields.whole("n", 1, ChatRequest.MAX_CHOICES).orElse(1),
        frames(fields),
        pruning.method(),
        pruning.explain(),
        stream,
        includeUsage(fields, stream),
        ignored(root, messages));
  }

  private void model(JsonFields fields) throws RequestException {
    Optional<String> id = fields.text("model");
    if (id.isPresent() && !settings.serves(id.get())) {
      throw new RequestException(
          ErrorCode.MODEL_NOT_FOUND, "model", "This server serves " + settings.model().id() + ".");
    }
  }

  private int maxTokens(JsonFields fields) throws RequestException {
    OptionalLong newer = fields.whole("max_completion_tokens", 1, Long.MAX_VALUE);
    OptionalLong older = fields.whole("max_tokens", 1, Long.MAX_VALUE);
    long wanted = newer.orElse(older.orElse(settings.rules().tokens().usual()));
    return (int) Math.min(wanted, settings.rules().tokens().limit());
  }

  private static GenerationSettings sampling(JsonFields fields) throws RequestException {
    double temperature = fields.real("temperature", 0, HOTTEST).orElse(0);
    double topP = fields.real("top_p", 0, 1).orElse(1);
    OptionalLong seed = fields.whole("seed", Long.MIN_VALUE, Long.MAX_VALUE);
    OptionalDouble penalty = fields.positive("repetition_penalty");
    boolean greedy = temperature == 0 || topP == 0;
    SamplingSettings sampling =
        new SamplingSettings(
            greedy ? 0 : temperature,
            greedy ? 1 : topP,
            greedy ? 0 : seed.orElseGet(() -> ThreadLocalRandom.current().nextLong(1L << 53)),
            penalty.orElse(1),
            0);
    return GenerationSettings.DEFAULT
        .with(sampling)
        .with(LogitRulesParser.parse(fields))
        .withCheckpointPenalty(penalty.isEmpty());
  }

  private static List<String> stop(JsonFields fields) throws RequestException {
    Optional<JsonNode> given = fields.any("stop");
    if (given.isEmpty()) {
      return List.of();
    }
    JsonNode node = given.get();
    List<String> texts = new ArrayList<>();
    if (node.isTextual()) {
      texts.add(node.textValue());
    } else if (node.isArray() && node.size() <= MAX_STOPS) {
      for (JsonNode one : node) {
        texts.add(one.isTextual() ? one.textValue() : "");
      }
    }
    boolean wellFormed =
        (node.isTextual() || node.isArray() && node.size() == texts.size())
            && texts.stream().allMatch(t -> !t.isEmpty() && t.length() <= LONGEST_STOP);
    if (!wellFormed) {
      throw fields.mistake(
          "stop",
          "a string or up to %d strings of 1 to %d characters".formatted(MAX_STOPS, LONGEST_STOP));
    }
    return texts;
  }

  private static int frames(JsonFields fields) throws RequestException {
    Optional<JsonFields> media = fields.object("media_io_kwargs");
    Optional<JsonFields> video = media.isEmpty() ? Optional.empty() : media.get().object("video");
    return video.isEmpty()
        ? 0
        : (int) video.get().whole("num_frames", 1, ChatRequest.MAX_FRAMES).orElse(0);
  }

  private static boolean includeUsage(JsonFields fields, boolean stream) throws RequestException {
    Optional<JsonFields> options = fields.object("stream_options");
    if (options.isEmpty()) {
      return false;
    }
    if (!stream) {
      throw fields.mistake("stream_options", "left out when stream is not true");
    }
    return options.get().flag("include_usage", false);
  }

  private static List<String> ignored(ObjectNode root, MessagesParser messages) {
    Set<String> known = new HashSet<>(SERVED);
    known.addAll(WITHOUT_EFFECT);
    known.addAll(NeutralFields.names());
    List<String> names = new ArrayList<>();
    root.fieldNames().forEachRemaining(name -> names.add(name));
    names.removeIf(name -> known.contains(name));
    if (messages.isAskedAlone()) {
      names.add("earlier turns: this model was taught single questions");
    }
    return names;
  }
}
