package io.qcpruner.langchain4j;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.common.AbstractChatModelIT;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.pocket.PocketModel;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;

/** LangChain4j's contract of a chat model. */
@ExtendWith(Applicable.class)
final class ChatModelContractTest extends AbstractChatModelIT {
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
  protected List<ChatModel> models() {
    return List.of(new QcPrunerChatModel(opened, "embedded"));
  }

  @Override
  protected ChatModel createModelWith(ChatRequestParameters parameters) {
    return new QcPrunerChatModel(
        opened, "embedded", QcPrunerParameters.builder().overrideWith(parameters).build());
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
