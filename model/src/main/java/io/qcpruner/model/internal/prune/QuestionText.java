package io.qcpruner.model.internal.prune;

import java.util.Optional;
import java.util.function.Function;

/**
 * The user's words, for methods that read them on their own.
 *
 * @param userText the question as the user typed it
 * @param encodeWord one word to ids of the model's vocabulary, without begin mark
 * @param encodeForClip a text to ids of the CLIP vocabulary with begin and end marks, if there is a
 *     CLIP tokenizer
 */
public record QuestionText(
    String userText,
    Function<String, int[]> encodeWord,
    Optional<Function<String, int[]>> encodeForClip) {}
