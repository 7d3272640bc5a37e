/** The content of a {@code tokenizer.json}, read once for all that use it. */
package io.qcpruner.text.internal.file;
