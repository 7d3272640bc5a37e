package io.qcpruner.langchain4j;

import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.common.AbstractStreamingChatModelListenerIT;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.synthetic.TinyFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** LangChain4j's contract of what listeners hear of an answer in pieces. */
final class StreamingListenerContractTest extends AbstractStreamingChatModelListenerIT {
  private static VisionLanguageModel opened;

  /** A model with drawn weights: the embedded one has nothing to say without a picture. */
  @BeforeAll
  static void open(@TempDir Path folder) throws IOException {
    opened = VisionLanguageModel.open(TinyFolder.write(TinyModel.LLAVA, folder));
  }

  @AfterAll
  static void close() {
    opened.close();
  }

  private StreamingChatModel model(
      QcPrunerParameters.Builder parameters, ChatModelListener listener) {
    QcPrunerParameters defaults =
        parameters
            .modelName(modelName())
            .temperature(temperature())
            .topP(topP())
            .maxOutputTokens(maxTokens())
            .build();
    return new QcPrunerStreamingChatModel(opened, modelName(), defaults, List.of(listener));
  }

  @Override
  protected StreamingChatModel createModel(ChatModelListener listener) {
    return model(QcPrunerParameters.builder(), listener);
  }

  @Override
  protected StreamingChatModel createFailingModel(ChatModelListener listener) {
    return model(QcPrunerParameters.builder().pruning("unknown@64"), listener);
  }

  @Override
  protected Class<? extends Exception> expectedExceptionClass() {
    return InvalidRequestException.class;
  }

  @Override
  protected String modelName() {
    return "tiny";
  }

  /** Greedy, so that every run is the same. */
  @Override
  protected Double temperature() {
    return 0.0;
  }

  @Override
  protected boolean supportsTools() {
    return false;
  }
}
