/** Language models that grade answers, behind an OpenAI-compatible endpoint. */
package io.qcpruner.eval.judge;
