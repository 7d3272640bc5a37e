package io.qcpruner.langchain4j;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.exception.UnsupportedFeatureException;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.request.ToolChoice;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.media.Detail;
import io.qcpruner.media.MediaException;
import io.qcpruner.media.MediaLimits;
import io.qcpruner.media.PictureSettings;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.reader.MediaReader;
import io.qcpruner.model.Ask;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.Reply;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.generate.PieceTrimmer;
import io.qcpruner.model.generate.SamplingSettings;
import io.qcpruner.model.nn.Cancellation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** One request through the model. */
final class ChatRun {
  private static final MediaReader READER = new MediaReader(MediaLimits.DEFAULT).upright();

  private final VisionLanguageModel model;
  private final String name;

  ChatRun(VisionLanguageModel model, String name) {
    this.model = model;
    this.name = name;
  }

  /**
   * @param pieces hears the answer as it is made
   * @param cancelled asked often; once true the call ends with a CancellationException
   */
  ChatResponse answer(ChatRequest request, Consumer<String> pieces, BooleanSupplier cancelled) {
    ChatRequestParameters parameters = request.parameters();
    refuseUnsupported(parameters);
    MethodSpec spec = own(parameters).map(QcPrunerParameters::pruning).orElse(MethodSpec.FULL);
    List<EncodedVisual> visuals = new ArrayList<>();
    try {
      MessageReader messages = new MessageReader(request.messages());
      boolean several = messages.pictures().size() > 1;
      for (MessageReader.Picture picture : messages.pictures()) {
        Detail detail = own(parameters).map(QcPrunerParameters::detail).orElse(picture.detail());
        RgbImage image = READER.image(picture.source(), model.alpha());
        visuals.add(
            model.encode(image, new PictureSettings(detail, several), spec, Cancellation.NONE));
      }
      PieceTrimmer text = new PieceTrimmer(pieces);
      Ask ask =
          sampled(Ask.of(messages.conversation()), parameters)
              .withListener(text)
              .withCancelled(cancelled);
      Reply reply = model.ask(visuals, ask.with(spec));
      if (cancelled.getAsBoolean()) {
        throw new CancellationException("cancelled");
      }
      return response(reply, text.text(), spec);
    } catch (MediaException | IllegalArgumentException e) {
      throw new InvalidRequestException(e.getMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      visuals.forEach(EncodedVisual::close);
    }
  }

  private static Optional<QcPrunerParameters> own(ChatRequestParameters parameters) {
    return parameters instanceof QcPrunerParameters own ? Optional.of(own) : Optional.empty();
  }

  /** Refuses what would silently be left out. */
  void refuseUnsupported(ChatRequestParameters parameters) {
    ResponseFormat format = parameters.responseFormat();
    if (parameters.modelName() != null && !parameters.modelName().equals(name)) {
      throw new UnsupportedFeatureException("another modelName than " + name + " is not supported");
    }
    if (parameters.toolChoice() == ToolChoice.REQUIRED) {
      throw new UnsupportedFeatureException("ToolChoice.REQUIRED is not supported");
    }
    if (parameters.toolSpecifications() != null && !parameters.toolSpecifications().isEmpty()) {
      throw new UnsupportedFeatureException("tools are not supported");
    }
    if (format != null && format.type() == ResponseFormatType.JSON) {
      throw new UnsupportedFeatureException("JSON response format is not supported");
    }
    if (parameters.topK() != null
        || parameters.frequencyPenalty() != null
        || parameters.presencePenalty() != null) {
      throw new UnsupportedFeatureException("topK and penalties are not supported");
    }
  }

  private static Ask sampled(Ask ask, ChatRequestParameters parameters) {
    Ask out = ask;
    if (parameters.temperature() != null && parameters.temperature() > 0) {
      double topP = parameters.topP() == null ? 1 : parameters.topP();
      long seed = java.util.concurrent.ThreadLocalRandom.current().nextLong();
      out = out.with(new SamplingSettings(parameters.temperature(), topP, seed, 1, 0));
    }
    if (parameters.maxOutputTokens() != null) {
      out = out.withMaxNewTokens(parameters.maxOutputTokens());
    }
    if (parameters.stopSequences() != null) {
      out = out.with(out.generation().withStopStrings(parameters.stopSequences()));
    }
    return out;
  }

  private ChatResponse response(Reply reply, String text, MethodSpec spec) {
    return ChatResponse.builder()
        .aiMessage(AiMessage.from(text))
        .metadata(
            new QcPrunerMetadata.Builder()
                .id("chatcmpl-" + UUID.randomUUID())
                .modelName(name)
                .tokenUsage(new TokenUsage(reply.promptTokens(), reply.generation().ids().length))
                .finishReason(finish(reply))
                .pruning(spec.toString(), reply.visualTokens(), reply.keptTokens())
                .build())
        .build();
  }

  private static FinishReason finish(Reply reply) {
    return reply.generation().reason() == io.qcpruner.model.generate.FinishReason.LENGTH
        ? FinishReason.LENGTH
        : FinishReason.STOP;
  }
}
