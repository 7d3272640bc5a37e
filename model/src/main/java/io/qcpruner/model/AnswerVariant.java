package io.qcpruner.model;

import io.qcpruner.model.generate.SamplingSettings;
import io.qcpruner.model.generate.TokenScore;
import java.util.function.Consumer;

/**
 * One of several answers to a question.
 *
 * @param sampling with a seed of its own; greedy answers are all the same
 * @param listener receives the answer piece by piece, on the answer's own thread
 * @param scores receives how likely each token was, before the piece that it belongs to
 */
public record AnswerVariant(
    SamplingSettings sampling, Consumer<String> listener, Consumer<TokenScore> scores) {}
