/** Static word vectors in the model2vec format: reader, tokenizer, and the embedded default. */
package io.qcpruner.text.internal.keyword;
