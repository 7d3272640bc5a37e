package io.qcpruner.langchain4j;

import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.common.AbstractStreamingChatModelIT;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.pocket.PocketModel;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;

/** LangChain4j's contract of a chat model that answers in pieces. */
@ExtendWith(Applicable.class)
final class StreamingChatModelContractTest extends AbstractStreamingChatModelIT {
  private static VisionLanguageModel opened;

  @BeforeAll
  static void open() throws IOException {
    opened = PocketModel.open();
  }

  @AfterAll
  static void close() {
    opened.close();
  }

  @Override
  protected List<StreamingChatModel> models() {
    return List.of(new QcPrunerStreamingChatModel(opened, "embedded"));
  }

  @Override
  protected StreamingChatModel createModelWith(ChatRequestParameters parameters) {
    return new QcPrunerStreamingChatModel(
        opened, "embedded", QcPrunerParameters.builder().overrideWith(parameters).build());
  }

  @Override
  public StreamingChatModel createModelWith(ChatModelListener listener) {
    return new QcPrunerStreamingChatModel(
        opened, "embedded", QcPrunerParameters.builder().build(), List.of(listener));
  }

  @Override
  protected ChatRequestParameters createIntegrationSpecificParameters(int maxOutputTokens) {
    return QcPrunerParameters.builder().maxOutputTokens(maxOutputTokens).build();
  }

  /** Answers of the embedded model are a word or two. */
  @Override
  protected int maxOutputTokens() {
    return 1;
  }

  @Override
  protected boolean supportsModelNameParameter() {
    return false;
  }

  @Override
  protected boolean supportsTools() {
    return false;
  }

  @Override
  protected boolean supportsToolChoiceRequired() {
    return false;
  }

  @Override
  protected boolean supportsJsonResponseFormat() {
    return false;
  }

  @Override
  protected boolean supportsJsonResponseFormatWithSchema() {
    return false;
  }

  @Override
  protected boolean supportsJsonResponseFormatWithRawSchema() {
    return false;
  }

  @Override
  protected boolean supportsToolsAndJsonResponseFormatWithSchema() {
    return false;
  }
}
