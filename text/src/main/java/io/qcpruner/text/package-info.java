/**
 * Between text and token ids: tokenizers, prompt templates made of labelled segments, and decoding
 * that is safe to stream. Nothing here touches the tensor engine.
 */
package io.qcpruner.text;
