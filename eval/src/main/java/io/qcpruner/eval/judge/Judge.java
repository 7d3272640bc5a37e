package io.qcpruner.eval.judge;

import java.io.IOException;

/** Answers one prompt. */
@FunctionalInterface
public interface Judge {
  String ask(String prompt, double temperature, int maxTokens) throws IOException;
}
